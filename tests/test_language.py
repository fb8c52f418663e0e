"""Which language is chosen: asked for, set for this program, or that of the system."""

from __future__ import annotations

import pytest
from pytorch_explain.language import LANGUAGES, chosen

NAMES = ("PYTORCH_EXPLAIN_LANG", "LC_ALL", "LC_MESSAGES", "LANG")


@pytest.mark.parametrize(
    ("asked", "program", "everything", "messages", "lang", "language"),
    [
        ("zh", "en", "en_US.UTF-8", "", "", "zh"),
        ("en", "zh", "zh_CN.UTF-8", "", "", "en"),
        (None, "zh", "en_US.UTF-8", "", "", "zh"),
        (None, "en", "zh_CN.UTF-8", "", "", "en"),
        (None, "zh_TW", "", "", "", "zh"),
        (None, " ZH ", "", "", "", "zh"),
        (None, "fr", "zh_CN.UTF-8", "", "", "en"),
        (None, "", "zh_CN.UTF-8", "en_US.UTF-8", "en_US.UTF-8", "zh"),
        (None, "", "C", "zh_CN.UTF-8", "zh_CN.UTF-8", "en"),
        (None, "", "", "zh_CN.UTF-8", "en_US.UTF-8", "zh"),
        (None, "", "", "", "zh_CN.GB18030", "zh"),
        (None, "", "", "", "Chinese_China.936", "zh"),
        (None, "", "", "", "de_DE.UTF-8", "en"),
        (None, "", "", "", "C.UTF-8", "en"),
        ("", "", "", "", "zh_CN", "zh"),
    ],
)
def test_the_nearest_wish_wins(
    monkeypatch: pytest.MonkeyPatch,
    asked: str | None,
    program: str,
    everything: str,
    messages: str,
    lang: str,
    language: str,
) -> None:
    for name, value in zip(NAMES, (program, everything, messages, lang), strict=True):
        monkeypatch.setenv(name, value)
    assert chosen(asked) == language


def test_english_is_spoken_where_nothing_is_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    assert chosen() == "en"


def test_there_are_two_languages() -> None:
    assert LANGUAGES == ("en", "zh")
