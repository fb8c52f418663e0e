"""The engine's side of the box to paste into: runs in the browser's Python, told a paste and answering in JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from ...answering import answer
from ...knowledge.store import Base
from ...output.structured import answer as structured
from ...output.structured import line


def explainer(folder: str) -> Callable[[str, str], str]:
    """What answers (paste, language) by the knowledge bases unpacked in `folder`, as `explain --format json` does."""
    owned = json.loads(Path(folder, "bases.json").read_text(encoding="utf-8"))
    opened = [Base(str(Path(folder, str(number))), "", own=own) for number, own in enumerate(owned)]

    def explained(text: str, lang: str) -> str:
        found = answer(text, lang, opened)
        return line(structured("<text>", found.failure, found.matches, found.nearest, found.told))

    return explained
