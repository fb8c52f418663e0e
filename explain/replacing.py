"""A file replaced at once, so that nobody ever reads half of it and a full disk leaves what was there."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def replace(path: Path, content: str) -> None:
    """Writes `content` beside `path` and puts it in its place. Raises OSError, which names `path`."""
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        fresh.write_text(content, encoding="utf-8", newline="\n")
        fresh.replace(path)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):
            fresh.unlink(missing_ok=True)
