"""What was named on the command line, to its content: a file, a pipe, standard input, or the text itself."""

from __future__ import annotations

from ..patterns import Pattern

_SUFFIX = Pattern(r"\.[A-Za-z0-9]{1,6}\Z")
#: Bytes that are read of what is no regular file: a device may have no end.
MOST = 1 << 28
INVITATION = {
    "en": "Paste the traceback, then press Ctrl-D{windows} on an empty line:",
    "zh": "请粘贴报错信息，然后在空行按 Ctrl-D{windows}：",
}


class Input(tuple[str, "bytes | str | None", str]):
    pass
