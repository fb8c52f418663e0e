"""The whole site as files by name, and their way into a folder."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ...knowledge.store import Base
from ...replacing import replace
from . import addresses, engine
from .pages import pages
from .rendering import Renderer
from .words import script

#: Names the files of a site: a later build takes away those that it does not make, and nothing else.
LISTING = ".pytorch-explain-site.json"
_HERE = Path(__file__).resolve().parent
_SEARCH_LIBRARY = "third_party/minisearch/minisearch.js"


class NotOurs(ValueError):
    """A folder holds something else than a site made here; the text is one sentence."""


def site(opened: Sequence[Base], pyodide: Path | None = None, address: str = "") -> dict[str, bytes]:
    """Every file of the site by its name.

    `pyodide` is the folder of that npm package, for the box to paste into; `address` is where the site will be found,
    for the addresses that must be whole. Raises engine.NotPyodide, knowledge.store.Missing, OSError.
    """
    files = dict(_assets())
    files[f"{addresses.ASSETS}/words.js"] = _bytes(script(opened))
    if pyodide:
        files.update({f"{addresses.ASSETS}/pyodide/{name}": data for name, data in engine.pyodide(pyodide).items()})
        files[f"{addresses.ASSETS}/{engine.ARCHIVE}"] = engine.archive(opened)
    return {**files, **dict(_rendered(opened, _loaded(files) if pyodide else 0, address))}


def _bytes(text: str) -> bytes:
    """A text as a file holds it; of a folder whose name is no UTF-8, what cannot be written is replaced."""
    return text.encode("utf-8", "replace")


def _loaded(files: Mapping[str, bytes]) -> int:
    """Bytes that the box to paste into loads when it is first used."""
    return sum(len(data) for name, data in files.items() if "/pyodide/" in name or name.endswith(engine.ARCHIVE))


def _rendered(opened: Sequence[Base], paste: int, address: str) -> Iterator[tuple[str, bytes]]:
    renderer = Renderer(address)
    made = list(pages(opened, paste))
    for page in made:
        yield page.path, _bytes(renderer.page(page))
    yield "index.html", _bytes(renderer.root())
    if address:
        yield "sitemap.xml", _bytes(renderer.sitemap([page.path for page in made if page.template != "moved.html"]))


def _assets() -> Iterator[tuple[str, bytes]]:
    for path in sorted((_HERE / "assets").iterdir()):
        yield f"{addresses.ASSETS}/{path.name}", path.read_bytes()
    yield f"{addresses.ASSETS}/minisearch.js", (_HERE / _SEARCH_LIBRARY).read_bytes()


def write(files: Mapping[str, bytes], target: Path) -> None:
    """Writes the site into the folder `target`, which must be empty, new, or hold an earlier one, which it replaces.

    Raises NotOurs, OSError.
    """
    earlier = _listed(target)
    _must_be_ours(target, files, earlier)
    target.mkdir(parents=True, exist_ok=True)
    # Listed before they are there: a build that breaks off must not stand in the way of the next.
    _list(target, earlier | set(files))
    for name, data in files.items():
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    for name in earlier - set(files):
        _take_away(target, name)
    _list(target, files)


def _list(target: Path, names: Iterable[str]) -> None:
    replace(target / LISTING, json.dumps(sorted(names)))


def _must_be_ours(target: Path, files: Iterable[str], earlier: set[str]) -> None:
    """Raises NotOurs where a file of the site would take the place of another's, or go elsewhere through a link."""
    for name in files:
        path = target / name
        if path.is_symlink() or not _within(target, name) or (path.exists() and name not in earlier):
            raise NotOurs(f"{path} is not the site's own; take it away or name another folder")


def _listed(target: Path) -> set[str]:
    """The files of an earlier site in `target`. Raises NotOurs where something else is there."""
    if not target.exists():
        return set()
    if not target.is_dir():
        raise NotOurs(f"{target} is a file")
    if not any(target.iterdir()):
        return set()
    try:
        names = json.loads((target / LISTING).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        raise NotOurs(f"{target} holds other files; name a new or an empty folder") from None
    if not isinstance(names, list):
        raise NotOurs(f"{target / LISTING} is damaged; name a new or an empty folder")
    # A listing may have been written by others: nothing outside the folder is ever taken away.
    return {name for name in names if isinstance(name, str) and _within(target, name)}


def _within(target: Path, name: str) -> bool:
    try:
        return (target / name).resolve().is_relative_to(target.resolve())
    except ValueError:  # no name that a file can have
        return False


def _take_away(target: Path, name: str) -> None:
    path = target / name
    if path.is_dir() and not path.is_symlink():
        return  # no file of a site
    with suppress(FileNotFoundError, NotADirectoryError):
        path.unlink()
    for folder in path.relative_to(target).parents:
        if folder.parts and (target / folder).is_dir() and not any((target / folder).iterdir()):
            (target / folder).rmdir()
