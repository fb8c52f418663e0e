"""When a crash was seen and of which program, in one line: `train.py, 2026-11-30 14:03, 5 minutes ago`."""

from __future__ import annotations

from datetime import datetime, timedelta

_JOINT = {"en": ", ", "zh": "，"}
_NOW = {"en": "just now", "zh": "刚刚"}
#: (how long one lasts, how one is told, how several are), the longest first.
_UNITS = {
    "en": (
        (timedelta(days=1), "1 day ago", "{} days ago"),
        (timedelta(hours=1), "1 hour ago", "{} hours ago"),
        (timedelta(minutes=1), "1 minute ago", "{} minutes ago"),
    ),
    "zh": (
        (timedelta(days=1), "1 天前", "{} 天前"),
        (timedelta(hours=1), "1 小时前", "{} 小时前"),
        (timedelta(minutes=1), "1 分钟前", "{} 分钟前"),
    ),
}


def line(program: str, time: datetime, lang: str, now: datetime | None = None) -> str:
    """The line, without its line break; `program` may be empty."""
    passed = (now or datetime.now(time.tzinfo)) - time
    # Blanks of a path stay, its line breaks do not.
    parts = [" ".join(program.splitlines()), time.strftime("%Y-%m-%d %H:%M"), ago(passed, lang)]
    return _JOINT[lang].join(part for part in parts if part)


def ago(passed: timedelta, lang: str) -> str:
    """How long ago that is; nothing where a clock was set back."""
    if passed < -min(unit for unit, _, _ in _UNITS[lang]):
        return ""
    for unit, one, several in _UNITS[lang]:
        count = passed // unit
        if count >= 1:
            return one if count == 1 else several.format(count)
    return _NOW[lang]
