"""One entry.yaml to an Entry and back to plain data, with every fault of form named.

`read` takes what a safe YAML loader made of the file; nothing in it is evaluated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..model import Cause, Decoded, Entry, Signature, Text
from ..patterns import Pattern

LANGUAGES = ("en", "zh")
SCHEMA = 1
PROVEN = ("run", "text")
#: What a wording may need that others have too.
SHARED_WITH = ("", "torch")

_KEYS = frozenset(
    [
        "schema",
        "id",
        "title",
        "signatures",
        "arithmetic",
        "meaning",
        "causes",
        "locate",
        "avoid",
        "aliases",
        "related",
        "docs",
        "unlike",
        "decoder",
        "dead_end",
        "reproduction",
        "retired",
    ]
)
_SIGNATURE_KEYS = frozenset(
    ["message", "exceptions", "example", "torch", "proven", "where", "unless", "needs", "facts", "wrapper"]
)
_CAUSE_KEYS = frozenset(["when", "example", "cause", "fix", "code"])
#: Files are named by it, with suffixes.
_ID = Pattern(r"(?=.{1,100}\Z)[a-z0-9]+(-[a-z0-9]+)*\Z")
#: Nothing that could end a link, or hide in one.
_ADDRESS = Pattern(r"https://[^\s<>\"'`\\]{1,400}\Z")


class Malformed(ValueError):
    """The data is not an entry; the text names the place and the fault in one sentence."""


def read(data: Any, category: str) -> Entry:
    """The entry that the content of an entry.yaml states. Raises Malformed."""
    known(data, _KEYS, "the entry")
    schema = data.get("schema")
    if type(schema) is not int or schema != SCHEMA:
        raise Malformed(f"schema: must be {SCHEMA}, is {_shown(schema)}")
    identity = string(data, "id", "the entry")
    if not is_id(identity):
        raise Malformed(f"an id is lower-case words joined by hyphens, not {_shown(identity)}")
    if "retired" in data:
        return _retired(identity, category, data["retired"])
    return Entry(
        id=identity,
        category=category,
        title=text(data.get("title"), "title"),
        signatures=[signature(item, f"signatures[{i}]") for i, item in enumerate(items(data, "signatures"))],
        meaning=variants(data.get("meaning"), "meaning"),
        causes=[cause(item, f"causes[{i}]") for i, item in enumerate(items(data, "causes"))],
        locate=variants(data.get("locate"), "locate"),
        avoid=variants(data.get("avoid"), "avoid"),
        aliases=strings(data, "aliases"),
        related=strings(data, "related"),
        docs=addresses(data, "docs"),
        unlike=[unlike(item) for item in items(data, "unlike")],
        decoder=[decoded(item, f"decoder[{i}]") for i, item in enumerate(items(data, "decoder"))],
        arithmetic=string(data, "arithmetic", "the entry", default=""),
        reproduction=reproduction(data.get("reproduction", {})),
        dead_end=texts(data.get("dead_end", {}), "dead_end"),
    )


def is_id(name: str) -> bool:
    """Whether `name` can be an id: it names a folder and a file, so nothing in it may lead elsewhere."""
    return _ID.match(name) is not None


def _retired(identity: str, category: str, data: Any) -> Entry:
    by = string(mapping(data, "retired"), "by", "retired")
    empty = dict.fromkeys(LANGUAGES, "")
    return Entry(identity, category, empty, (), (), (), (), (), retired=by)


def signature(data: Any, where: str) -> Signature:
    """One item of `signatures`. Raises Malformed."""
    known(data, _SIGNATURE_KEYS, where)
    proven = string(data, "proven", where, default="text")
    if proven not in PROVEN:
        raise Malformed(f"{where}.proven: must be one of {', '.join(PROVEN)}, is {proven!r}")
    needs = string(data, "needs", where, default="")
    if needs not in SHARED_WITH:
        raise Malformed(f"{where}.needs: must be torch, is {needs!r}")
    return Signature(
        message=string(data, "message", where),
        exceptions=tuple(strings(data, "exceptions")),
        example=string(data, "example", where),
        torch=string(data, "torch", where, default=""),
        proven=proven,
        where=string(data, "where", where, default=""),
        unless=string(data, "unless", where, default=""),
        needs=needs,
        facts=facts(data.get("facts", {}), f"{where}.facts"),
        wrapper=flag(data, "wrapper", where),
    )


def facts(data: Any, where: str) -> Mapping[str, Any]:
    """What a wording tells beyond its placeholders: names with a text, a number or true/false. Raises Malformed."""
    for name, value in mapping(data, where).items():
        if not isinstance(name, str) or not name.isidentifier() or not isinstance(value, (str, int)):
            raise Malformed(f"{where}: must be names with a text, a number, true or false")
    return dict(data)


def cause(data: Any, where: str) -> Cause:
    """One item of `causes`. Raises Malformed."""
    known(data, _CAUSE_KEYS, where)
    code = data.get("code", [])
    found = Cause(
        cause=variants(data.get("cause"), f"{where}.cause"),
        fix=variants(data["fix"], f"{where}.fix") if "fix" in data else (),
        code=[code] if isinstance(code, str) else strings(data, "code"),
        when=string(data, "when", where, default=""),
        example=string(data, "example", where, default=""),
    )
    if not found.fix and not found.code:
        raise Malformed(f"{where}: a cause needs a fix or code to paste")
    return found


def decoded(data: Any, where: str) -> Decoded:
    """One item of `decoder`. Raises Malformed."""
    known(data, frozenset(("assertion", "kernel", "means", "entry")), where)
    return Decoded(
        assertion=string(data, "assertion", where),
        kernel=string(data, "kernel", where, default=""),
        means=text(data.get("means"), f"{where}.means"),
        entry=string(data, "entry", where, default=""),
    )


def unlike(data: Any) -> tuple[str, str]:
    """One item of `unlike`: (message, whose it is). Raises Malformed."""
    known(data, frozenset(("message", "from")), "unlike")
    return string(data, "message", "unlike"), string(data, "from", "unlike")


def reproduction(data: Any) -> Mapping[str, Any]:
    """`reproduction`: under `needs` a list of texts, under a device a text or a mapping of texts. Raises Malformed."""
    for device, does in mapping(data, "reproduction").items():
        if not isinstance(device, str):
            raise Malformed(f"reproduction: {_shown(device)} is no device")
        if device == "needs":
            if not isinstance(does, list) or not all(isinstance(need, str) for need in does):
                raise Malformed("reproduction.needs: must be a list of texts")
        elif not isinstance(does, str):
            texts(does, f"reproduction.{device}")
    return dict(data)


def variants(data: Any, where: str) -> list[Text]:
    """A text or a list of its variants, as a list. Raises Malformed."""
    if isinstance(data, list):
        if not data:
            raise Malformed(f"{where}: is empty")
        return [text(item, f"{where}[{i}]") for i, item in enumerate(data)]
    return [text(data, where)]


def text(data: Any, where: str) -> Text:
    """`{en, zh}`, both there and not empty. Raises Malformed."""
    if not isinstance(data, Mapping) or set(data) != set(LANGUAGES):
        raise Malformed(f"{where}: must be {{{', '.join(f'{lang}: ...' for lang in LANGUAGES)}}}, both")
    for lang in LANGUAGES:
        if not isinstance(data[lang], str) or not data[lang].strip():
            raise Malformed(f"{where}.{lang}: must be a text that is not empty")
    return {lang: data[lang].strip() for lang in LANGUAGES}


def known(data: Any, keys: frozenset[str], where: str) -> None:
    """Raises Malformed unless `data` is a mapping with none but these keys."""
    for key in mapping(data, where):
        if key not in keys:
            raise Malformed(f"{where}: unknown key {_shown(key)}")


def mapping(data: Any, where: str) -> Mapping[str, Any]:
    """`data` if it is a mapping. Raises Malformed."""
    if not isinstance(data, Mapping):
        raise Malformed(f"{where}: must be a mapping, is {type(data).__name__}")
    return data


def texts(data: Any, where: str) -> Mapping[str, str]:
    """`data` if it is a mapping of texts to texts. Raises Malformed."""
    for key, value in mapping(data, where).items():
        if not isinstance(key, str) or not isinstance(value, str):
            raise Malformed(f"{where}: {_shown(key)} must be a text, is {type(value).__name__}")
    return dict(data)


def items(data: Mapping[str, Any], key: str) -> list[Any]:
    """The list under `key`, empty where it is absent. Raises Malformed."""
    found = data.get(key, [])
    if not isinstance(found, list):
        raise Malformed(f"{key}: must be a list")
    return found


def strings(data: Mapping[str, Any], key: str) -> list[str]:
    """The list of strings under `key`. Raises Malformed."""
    found = items(data, key)
    if not all(isinstance(item, str) for item in found):
        raise Malformed(f"{key}: every item must be a text (quote it)")
    return found


def addresses(data: Mapping[str, Any], key: str) -> list[str]:
    """The list of addresses under `key`: they become links on a page. Raises Malformed."""
    found = strings(data, key)
    for address in found:
        if not _ADDRESS.match(address) or not address.isprintable():
            raise Malformed(f"{key}: {address[:80]} is not an https address")
    return found


def string(data: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
    """The string under `key`. Raises Malformed where it is absent without a default."""
    found = data.get(key, default)
    if not isinstance(found, str):
        raise Malformed(f"{where}: {key} must be a text" + ("" if key in data else ", is missing"))
    return found


def flag(data: Mapping[str, Any], key: str, where: str) -> bool:
    """The truth value under `key`, false where it is absent. Raises Malformed."""
    found = data.get(key, False)
    if not isinstance(found, bool):
        raise Malformed(f"{where}: {key} must be true or false")
    return found


def _shown(value: Any) -> str:
    """A value in a message: a short scalar as it stands, else its kind; YAML's aliases can make a list swell."""
    if value is None or isinstance(value, (str, bool, float)) or (isinstance(value, int) and abs(value) < 10**9):
        return repr(value)[:80]
    return f"a {type(value).__name__}"


def write(entry: Entry) -> dict[str, Any]:
    """The entry as plain data for JSON; `restore` is its inverse."""
    data = entry._asdict()
    data["signatures"] = [item._asdict() for item in entry.signatures]
    data["causes"] = [item._asdict() for item in entry.causes]
    data["decoder"] = [item._asdict() for item in entry.decoder]
    data["reproduction"], data["dead_end"] = dict(entry.reproduction), dict(entry.dead_end)
    return data


def restore(data: Mapping[str, Any]) -> Entry:
    """The entry from what `write` made of it."""
    return Entry(
        **{
            **data,
            "signatures": [Signature(**item) for item in data["signatures"]],
            "causes": [Cause(**item) for item in data["causes"]],
            "decoder": [Decoded(**item) for item in data["decoder"]],
        }
    )


def all_texts(entry: Entry) -> Sequence[tuple[str, Sequence[Text]]]:
    """Every text of the entry that may hold placeholders: (where, variants)."""
    found: list[tuple[str, Sequence[Text]]] = [("meaning", entry.meaning)]
    for i, item in enumerate(entry.causes):
        found.append((f"causes[{i}].cause", item.cause))
        if item.fix:
            found.append((f"causes[{i}].fix", item.fix))
    return [*found, ("locate", entry.locate), ("avoid", entry.avoid)]
