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


def first(environment: Mapping[str, str]) -> bool:
    """Whether this rank is the first of its job to crash; it leaves a mark for the others."""
    names = ("TORCHELASTIC_RUN_ID", "TORCHELASTIC_RESTART_COUNT", "MASTER_ADDR", "MASTER_PORT", "SLURM_JOB_ID")
    job = crc32("|".join(environment.get(name, "") for name in names).encode("utf-8", "replace"))
    mark = Path(tempfile.gettempdir()) / f"pytorch-explain-{_user()}-{job:08x}"
    with contextlib.suppress(OSError):
        if time.time() - mark.stat().st_mtime > _FORGOTTEN:
            mark.unlink()
    try:
        os.close(os.open(mark, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except FileExistsError:
        return False
    except OSError:
        return True
    return True


def _user() -> int:
    return os.getuid() if hasattr(os, "getuid") else 0
