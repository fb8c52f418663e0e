"""Which language the reader wants: asked for, set for this program, or that of the system."""

from __future__ import annotations

import os
import sys

LANGUAGES = ("en", "zh")


def chosen(asked: str | None = None) -> str:
    """`asked`, else PYTORCH_EXPLAIN_LANG, else the locale's language; English where none of ours is meant."""
    for wish in (asked, os.environ.get("PYTORCH_EXPLAIN_LANG")):
        if wish:
            return "zh" if wish.strip().lower().startswith("zh") else "en"
    return "zh" if _locale().lower().startswith(("zh", "chinese")) else "en"


def _locale() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name, "")
        if value:
            return value
    if sys.platform == "win32":
        import ctypes

        return "zh" if ctypes.windll.kernel32.GetUserDefaultUILanguage() & 0x3FF == 0x04 else "en"
    return ""
