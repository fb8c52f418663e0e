"""What is said where nothing was recognised: what was read, what came close, and how an entry would start."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Failure, Match
from .wrapping import printable

_WORDS = {
    "en": {
        "none": "No PyTorch failure that is known here.",
        "empty": "There was nothing to read: no text came in.",
        "read": "What was read:  {}",
        "near": "What comes near: {}  (pytorch-explain show ID)",
        "new": "If it is PyTorch's, start an entry from it:  pytorch-explain kb new some-id --from FILE",
    },
    "zh": {
        "none": "没有认出已知的 PyTorch 错误。",
        "empty": "没有读到任何内容。",
        "read": "读到的是：{}",
        "near": "比较接近的：{}（pytorch-explain show ID 查看）",
        "new": "如果确实是 PyTorch 的错误，可以从它新建条目：pytorch-explain kb new some-id --from FILE",
    },
}
_LONGEST = 300


def nothing(lang: str) -> str:
    """What is said of an input without any text."""
    return _WORDS[lang]["empty"] + "\n"


def render(failure: Failure | None, nearest: Sequence[Match], lang: str, markdown: bool = False) -> str:
    """The text, ending in a line break."""
    say = _WORDS[lang]
    if failure is None:
        return say["none"] + "\n"
    message = " ".join(failure.message.split())
    message = message if len(message) <= _LONGEST else message[:_LONGEST] + " ..."
    lines = [say["none"], say["read"].format(f"{failure.type}: {message}" if failure.type else message)]
    if nearest:
        lines.append(say["near"].format(", ".join(match.entry for match in nearest)))
    lines.append(say["new"])
    if markdown:
        from .markdown import literal

        return "  \n".join(map(literal, lines)) + "\n"
    return printable("\n".join(lines)) + "\n"
