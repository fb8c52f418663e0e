"""What carried a traceback as data, opened: Docker's JSON lines, a notebook's file, a URL."""

from __future__ import annotations

import re

from ..patterns import Pattern

#: How a wholly encoded traceback or message shows, and what it is encoded as.
_ENCODED = Pattern(r"Traceback(?:%20|\+)(?:%28|\()|(?:Error|Exception)(?:%3[Aa]|:)(?:%20|\+)")
_OCTETS = Pattern(r"(?:%[0-9A-Fa-f]{2})+")
_DOCKER = '{"log":'
#: Terminal codes as JSON and Python's repr write them.
_ESCAPE = Pattern(r"(?<!\\)\\{1,2}(?:u001[bB]|x1[bB]|033)(?=\[)")
#: An error among the outputs of a notebook's cell: its type, its message.
_OUTPUT = Pattern(
    r"\s{0,40}\"ename\":\s{0,40}\"([\w.]{1,100})\",\s{0,40}\"evalue\":\s{0,40}\"((?:[^\"\\\n]|\\.){0,8000})\",?"
)


def opened(text: str) -> str:
    """`text` as it was before it was carried; what is carried plainly stays as it is."""
    if "%" in text and " " not in text.strip() and _ENCODED.search(text):
        text = _OCTETS.sub(_decoded, text.replace("+", " "))
    if _DOCKER in text:
        text = "\n".join(_logged(line) for line in text.split("\n"))
    if '"evalue":' in text:
        text = _OUTPUT.sub(r"\n\1: \2\n\n", text)
    return _ESCAPE.sub("\x1b", text) if "\\" in text else text


def _decoded(octets: re.Match[str]) -> str:
    return bytes.fromhex(octets.group().replace("%", "")).decode("utf-8", "replace")


def _logged(line: str) -> str:
    """The line that one of Docker's records holds."""
    if not line.lstrip().startswith(_DOCKER):
        return line
    import json  # which reading needs for such logs alone

    try:
        logged = json.loads(line)["log"]
    except (ValueError, RecursionError):
        return line
    return logged.removesuffix("\n") if isinstance(logged, str) else line
