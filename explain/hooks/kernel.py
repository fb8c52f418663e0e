"""What the kernel tells of memory: its kills for want of it, a control group's limit, the size of /dev/shm."""

from __future__ import annotations

import os
from typing import NamedTuple


class Kills(NamedTuple):
    """How many processes the kernel has killed for want of memory; None where it does not say."""

    group: int | None
    machine: int | None


def kills() -> Kills:
    """The kernel's counts of this moment."""
    group = next((path for path in _group("memory.events", "memory.oom_control") if os.path.exists(path)), "")
    return Kills(_count(group), _count("/proc/vmstat"))


def _count(path: str) -> int | None:
    """The `oom_kill` of a file of counts."""
    for line in _lines(path):
        name, _, value = line.partition(" ")
        if name == "oom_kill" and value.strip().isdigit():
            return int(value)
    return None


def limit() -> int | None:
    """The control group's limit of memory in bytes, where it has one."""
    for path in _group("memory.max", "memory.limit_in_bytes"):
        value = next(iter(_lines(path)), "").strip()
        if value.isdigit() and int(value) < 1 << 60:  # the first version writes a huge number for none
            return int(value)
    return None


def _group(second: str, first: str) -> list[str]:
    """Where a file of our control group may lie, in the second and in the first version of control groups.

    Within a container the group's own path is often not visible: there the root is the group.
    """
    paths = []
    for line in _lines("/proc/self/cgroup"):
        _, controllers, place = [*line.strip().split(":", 2), "", ""][:3]
        if controllers in ("", "memory"):
            root, name = ("/sys/fs/cgroup/memory", first) if controllers else ("/sys/fs/cgroup", second)
            paths += [f"{root}{place.rstrip('/')}/{name}", f"{root}/{name}"]
    return paths


def _lines(path: str) -> list[str]:
    try:
        with open(path, encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            return file.readlines()
    except OSError:
        return []


def shared() -> int | None:
    """The size of /dev/shm in bytes."""
    try:
        found = os.statvfs("/dev/shm")
    except (OSError, AttributeError):
        return None
    return found.f_frsize * found.f_blocks or None


def size(count: int) -> str:
    """A number of bytes to read."""
    value, units = float(count), ["B", "KiB", "MiB", "GiB", "TiB"]
    while value >= 1024 and len(units) > 1:
        value, units = value / 1024, units[1:]
    return f"{value:.4g} {units[0]}"
