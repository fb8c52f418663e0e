"""One explanation a job: the ranks of a distributed run on one machine agree on who speaks."""

from __future__ import annotations

import contextlib
import os
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from zlib import crc32

#: Seconds after which the mark of an earlier run on the same port counts no longer.
_FORGOTTEN = 120.0
_NAMES = ("TORCHELASTIC_RUN_ID", "TORCHELASTIC_RESTART_COUNT", "MASTER_ADDR", "MASTER_PORT", "SLURM_JOB_ID")


def first(environment: Mapping[str, str]) -> bool:
    """Whether this rank is the first of its job that has something to say; it leaves a mark for the others.

    Ports and run ids are the same from run to run, so the launcher's process tells runs apart; and a rank
    that has spoken and speaks again has been started again.
    """
    parts = [str(os.getppid()), *(environment.get(name, "") for name in _NAMES)]
    job = crc32("|".join(parts).encode("utf-8", "replace"))
    mark = Path(tempfile.gettempdir()) / f"pytorch-explain-{_user()}-{job:08x}"
    rank = environment.get("RANK", "")
    with contextlib.suppress(OSError):
        if time.time() - mark.lstat().st_mtime > _FORGOTTEN or mark.read_text("utf-8") == rank:
            mark.unlink()
    try:
        handle = os.open(mark, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        return False
    except OSError:
        return True
    with os.fdopen(handle, "w", encoding="utf-8", errors="replace") as file:
        file.write(rank)
    return True


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0
