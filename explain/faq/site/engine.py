"""What the box to paste into runs: this very package with its knowledge, packed for Python in the browser.

Pyodide comes as a folder (its npm package). The engine needs nothing else but rapidfuzz, whose wheel carries a form in
plain Python beside the compiled one, which it falls back to by itself.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Sequence
from importlib.metadata import Distribution
from pathlib import Path

from ...knowledge.store import Base

ARCHIVE = "engine.zip"
#: What of Pyodide is loaded; its newer versions end the second in .mjs, older ones in .js.
_NEEDED = ("pyodide.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_EITHER = ("pyodide.asm.mjs", "pyodide.asm.js")
_PACKAGE = Path(__file__).resolve().parents[2]
#: Of the package: what runs in a terminal, or makes this site, is not needed in it.
_LEFT_OUT = ("cli", "hooks", "_kb", "faq/site/templates", "faq/site/assets", "faq/site/third_party")
#: The same date in every archive: the same knowledge makes the same bytes.
_DATE = (1980, 1, 1, 0, 0, 0)


class NotPyodide(ValueError):
    """What Python in the browser needs is not there; the text is one sentence."""


def pyodide(folder: Path) -> dict[str, bytes]:
    """The files of Pyodide's npm package that a browser loads, by name. Raises NotPyodide, OSError."""
    missing = [name for name in _NEEDED if not (folder / name).is_file()]
    either = [name for name in _EITHER if (folder / name).is_file()]
    if missing or not either:
        lacking = ", ".join(missing or _EITHER[:1])
        raise NotPyodide(f"{folder} is not the npm package pyodide: it has no {lacking}")
    return {name: (folder / name).read_bytes() for name in (*_NEEDED, *either)}


def archive(opened: Sequence[Base]) -> bytes:
    """The package, rapidfuzz in plain Python, and the compiled knowledge bases in their order, as a zip file."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as zipped:
        for name, data in (*_own(), *_rapidfuzz(), *_knowledge(opened)):
            zipped.writestr(zipfile.ZipInfo(name, _DATE), data, zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def _own() -> Iterator[tuple[str, bytes]]:
    for path in sorted(_PACKAGE.rglob("*.py")):
        name = path.relative_to(_PACKAGE).as_posix()
        if not name.startswith(tuple(f"{folder}/" for folder in _LEFT_OUT)):
            yield f"pytorch_explain/{name}", path.read_bytes()


def _rapidfuzz() -> Iterator[tuple[str, bytes]]:
    files = Distribution.from_name("rapidfuzz").files
    if not files:
        raise NotPyodide("the engine needs rapidfuzz's files, and its installation does not list them: reinstall it")
    for file in files:
        plain = file.suffix == ".py" and file.parts[0] == "rapidfuzz"
        if plain or "licenses" in file.parts:
            yield file.as_posix(), Path(str(file.locate())).read_bytes()


def _knowledge(opened: Sequence[Base]) -> Iterator[tuple[str, bytes]]:
    yield "bases/bases.json", json.dumps([base.own for base in opened]).encode()
    for number, base in enumerate(opened):
        for path in sorted(Path(base.compiled).rglob("*.json")):
            name = path.relative_to(base.compiled)
            if name.parts[0] != "scripts":
                yield f"bases/{number}/{name.as_posix()}", path.read_bytes()
