"""A small, sound knowledge base in a temporary folder, which each test spoils or extends in its own way."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

_ENTRY: dict[str, Any] = {
    "schema": 1,
    "id": "widget-sizes",
    "title": {"en": "Widgets do not fit", "zh": "部件大小对不上"},
    "signatures": [
        {
            "message": "the widget has {got:int} teeth but the gear expects {want:int} of them",
            "exceptions": ["RuntimeError"],
            "example": "the widget has 12 teeth but the gear expects 15 of them",
            "torch": ">=2.0",
            "proven": "text",
        }
    ],
    "meaning": [
        {"en": "The widget has {got} teeth, the gear wants {want}.", "zh": "部件有 {got} 个齿，齿轮要 {want} 个。"},
        {"en": "The widget and the gear differ.", "zh": "部件和齿轮不一致。"},
    ],
    "causes": [
        {
            "cause": {"en": "the widget is from another box", "zh": "部件来自另一个盒子"},
            "fix": {"en": "take one with {want} teeth", "zh": "换一个 {want} 齿的"},
            "code": "widget = Widget({want})",
        }
    ],
    "locate": {"en": "count the teeth", "zh": "数一数齿"},
    "avoid": {"en": "filing teeth off", "zh": "不要磨齿"},
    "aliases": ["teeth", "齿数"],
    "docs": ["https://docs.pytorch.org/docs/stable/index.html"],
    "unlike": [{"message": "the widget has no teeth", "from": "user code"}],
    "reproduction": {"cpu": "raises", "cuda": {"none": "no widget there"}, "needs": ["cuda"]},
}

#: What makes an entry file of data: (data or text of the YAML, category, folder, names of scripts) -> its path.
Add = Callable[..., Path]


@pytest.fixture(autouse=True)
def cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of this test's own."""
    home = tmp_path_factory.mktemp("home")
    for name in ("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(home))
    monkeypatch.delenv("PYTORCH_EXPLAIN_KB", raising=False)
    return home


@pytest.fixture
def data() -> dict[str, Any]:
    """The content of a sound entry.yaml, to be changed at will."""
    return copy.deepcopy(_ENTRY)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The folder of the knowledge base that `add` fills."""
    folder = tmp_path / "kb"
    folder.mkdir()
    return folder


@pytest.fixture
def add(root: Path) -> Add:
    def write(
        content: dict[str, Any] | str,
        category: str = "shape",
        folder: str = "",
        scripts: tuple[str, ...] = ("repro.py", "fixed.py"),
    ) -> Path:
        place = root / category / (folder or (content["id"] if isinstance(content, dict) else "widget-sizes"))
        place.mkdir(parents=True, exist_ok=True)
        text = content if isinstance(content, str) else yaml.safe_dump(content, allow_unicode=True, sort_keys=False)
        (place / "entry.yaml").write_text(text, encoding="utf-8")
        for name in scripts:
            (place / name).write_text("", encoding="utf-8")
        return place / "entry.yaml"

    return write
