"""Lines that hold a message though nothing failed: of a test that passed, a change log, a search, a file of data."""

from __future__ import annotations

from functools import lru_cache

from ..patterns import Pattern

_QUOTE = r"[\"'`“「]"
_CLOSED = r"[\"'`”」\])]"
#: How a line begins that tells of a message: the tests' reports, the history's, a list of contents, a translation.
_OPENS = Pattern(
    r"[\s>*•-]{0,12}(?:"
    r"ok \d|PASS(?:ED)?\b|[✓✔√] |<testcase\b|Expected ?:|TODO\b|FIXME\b"
    rf"|(?=\d{{0,39}}[a-f])(?=[a-f]{{0,39}}\d)[0-9a-f]{{7,40}} |Fix(?:e[sd])?:? ?{_QUOTE}"
    r"|(?:Better|Clearer|Improved?|Reworded?) [^\n]{0,40}\b(?:message|wording)\b"
    r"|About [\d,.]{1,20} results\b|msg(?:id|str)\b"
    r"|\d{1,2}[.)] (?=\D*$)(?!.{0,200}(?:Error|Exception):))"
)
#: What stands right before a message that was expected, or gone past, or overcome.
_BEFORE = Pattern(
    r"\btests? expects?\b|\bresults? for " + _QUOTE + r"|\b(?:skipped|ignored): |\b[Ss]olved\b[^\n]{0,80}\bhad\b"
)
#: What stands behind the message that a line quotes.
_BEHIND = Pattern(
    _CLOSED + r"[^\n\"'`“]{0,60}(?:\bPASS(?:ED)?\b|\bno longer (?:raised|thrown|shown|an error)\b|\bis raised\b"
    r"|(?<!nothing )(?<!not )\b(?:fixed|solved|cured) (?:it|this|that)\b)"
)
#: A key and the string that is its value: within braces, or up to the end of the line, as in no sentence.
_KEYED = Pattern(
    r"(\s{0,60}- )?(?:[^\n]{0,200}[(,;{])?\s{0,60}[\"']?([a-z][\w.-]{0,40})[\"']?\s{0,4}[:=]\s{0,4}[fFrRbBuU]{0,2}"
    r"(?:[\"`“「][^\n]*[\"`”」]|'[^'\n]*')[\s,;)}\]]{0,8}$"
    r"|(\s{0,60}- )?\s{0,60}\{[\"']?([a-z][\w.-]{0,40})[\"']?\s{0,4}:\s{0,4}[\"'`]"
)
#: Keys under which a failure is told.
_FAILURE = Pattern(
    r"(?:err(?:or)?s?|msg|message|details?|reason|cause|exception|traceback|std(?:err|out)|output|log|text|title|subject"
    r"|body|question|evalue|description)\Z"
)
_SCANNED = 600


@lru_cache(maxsize=1024)  # logs repeat their lines
def reports(line: str) -> bool:
    """Whether a line that is no exception's own tells of a message, or holds one as data."""
    line = line[:_SCANNED]
    return (
        _OPENS.match(line) is not None
        or _BEFORE.search(line) is not None
        or _BEHIND.search(line) is not None
        or _keyed(line)
    )


def _keyed(line: str) -> bool:
    found = _KEYED.match(line)
    if not found:
        return False
    bullet, key, bullet_of_braces, key_in_braces = found.groups()
    return bool(bullet or bullet_of_braces) or not _FAILURE.match(key or key_in_braces)
