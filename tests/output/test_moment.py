"""When a crash was seen and of which program."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from pytorch_explain.output.moment import ago, line

THEN = datetime(2026, 11, 30, 14, 3, 20, tzinfo=timezone(timedelta(hours=8)))


@pytest.mark.parametrize(
    ("seconds", "english", "chinese"),
    [
        (0, "just now", "刚刚"),
        (59, "just now", "刚刚"),
        (60, "1 minute ago", "1 分钟前"),
        (300, "5 minutes ago", "5 分钟前"),
        (3599, "59 minutes ago", "59 分钟前"),
        (3600, "1 hour ago", "1 小时前"),
        (86399, "23 hours ago", "23 小时前"),
        (86400, "1 day ago", "1 天前"),
        (40 * 86400, "40 days ago", "40 天前"),
        (-30, "just now", "刚刚"),
        (-4000, "", ""),
    ],
)
def test_time_passes(seconds: int, english: str, chinese: str) -> None:
    assert (ago(timedelta(seconds=seconds), "en"), ago(timedelta(seconds=seconds), "zh")) == (english, chinese)


def test_a_crash_reads_like_this() -> None:
    now = THEN + timedelta(minutes=5)
    assert line("train.py", THEN, "en", now) == "train.py, 2026-11-30 14:03, 5 minutes ago"
    assert line("train.py", THEN, "zh", now) == "train.py，2026-11-30 14:03，5 分钟前"
    assert line("", THEN, "en", THEN - timedelta(hours=2)) == "2026-11-30 14:03"
    assert line("a\nb  c.py", THEN, "en", now).startswith("a b  c.py, ")
