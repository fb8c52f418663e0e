"""Pairing names of a checkpoint with names of a model that mean the same weight.

Lists run to thousands of names, so nothing here compares every name with every other: names are looked
up by what is left of them when one component is set aside.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Name = tuple[str, ...]

#: Names beyond this are not looked at: enough to see the pattern, few enough to take no time.
MOST_NAMES = 400
#: Deeper names are not taken apart.
MOST_PARTS = 24
#: What stands for one weight only; two of these are never one renamed into the other.
LEAVES = frozenset({"weight", "bias", "running_mean", "running_var", "num_batches_tracked"})


def pairs(old: Sequence[str], new: Sequence[str]) -> list[tuple[str, str]]:
    """Pairs (name in the checkpoint, name in the model), in the checkpoint's order.

    First names that differ in one component (``fc`` / ``classifier``), then names with a component more
    or less (``classifier`` / ``classifier.1``), then, where nothing else is left to choose from, names in
    the order they were listed.
    """
    olds, news = split(old), split(new)
    found = by_masking(olds, news)
    found.update(by_dropping(*left(olds, news, found)))
    found.update(by_order(*left(olds, news, found)))
    return [(".".join(name), ".".join(found[name])) for name in olds if name in found]


def split(listed: Sequence[str]) -> list[Name]:
    """The names by component, each once, those that can be worked with."""
    parts = (tuple(name.split(".")) for name in listed[:MOST_NAMES])
    return list(dict.fromkeys(name for name in parts if len(name) <= MOST_PARTS))


def left(olds: list[Name], news: list[Name], found: dict[Name, Name]) -> tuple[list[Name], list[Name]]:
    """What is not paired yet."""
    taken = set(found.values())
    return [name for name in olds if name not in found], [name for name in news if name not in taken]


def same_role(old: str, new: str) -> bool:
    """Whether one component can stand for the other: ``conv1`` for ``stem``, never weight for bias."""
    return not (old in LEAVES and new in LEAVES)


def by_masking(olds: list[Name], news: list[Name]) -> dict[Name, Name]:
    """Pairs that differ in one component. The replacement that explains most names wins."""
    masked: dict[tuple[int, Name], list[Name]] = {}
    for name in news:
        for key in masks(name):
            masked.setdefault(key, []).append(name)
    choices: list[tuple[Name, Name, tuple[str, str]]] = []
    for name in olds:
        for place, rest in masks(name):
            for other in masked.get((place, rest), ())[:8]:
                swap = (name[place], other[place])
                if same_role(*swap):
                    choices.append((name, other, swap))
    votes: dict[tuple[str, str], int] = {}
    for _, _, swap in choices:
        votes[swap] = votes.get(swap, 0) + 1
    # the sort is stable: among equal replacements the listed order decides
    choices.sort(key=lambda choice: (-votes[choice[2]], -alike(*choice[2])))
    return claim((old, new) for old, new, _ in choices)


def masks(name: Name) -> list[tuple[int, Name]]:
    """The name without each of its components in turn, and which one that was.

    A lone component leaves nothing to recognise the name by.
    """
    if len(name) < 2:
        return []
    return [(place, name[:place] + name[place + 1 :]) for place in range(len(name))]


def alike(old: str, new: str) -> int:
    """How many characters two components share at their ends; enough to break a tie."""
    shared = 0
    for a, b in zip(old, new, strict=False):
        if a != b:
            break
        shared += 1
    if shared == min(len(old), len(new)):
        return shared
    for a, b in zip(reversed(old[shared:]), reversed(new[shared:]), strict=False):
        if a != b:
            break
        shared += 1
    return shared


def by_dropping(olds: list[Name], news: list[Name]) -> dict[Name, Name]:
    """Pairs of which one has a component more than the other."""
    shorter = {name: name for name in news if len(name) > 1}
    longer: dict[Name, Name] = {}
    for name in news:
        for _, rest in masks(name):
            longer.setdefault(rest, name)
    found: list[tuple[Name, Name]] = []
    for name in olds:
        if len(name) > 1 and name in longer:
            found.append((name, longer[name]))
        found.extend((name, shorter[rest]) for _, rest in masks(name) if rest in shorter)
    return claim(found)


def by_order(olds: list[Name], news: list[Name]) -> dict[Name, Name]:
    """Pairs in listed order, where both lists end in the same weights one after the other."""
    if len(olds) != len(news) or any(a[-1] != b[-1] for a, b in zip(olds, news, strict=True)):
        return {}
    if any(len(name) < 2 for name in (*olds, *news)):
        return {}
    return dict(zip(olds, news, strict=True))


def claim(choices: Iterable[tuple[Name, Name]]) -> dict[Name, Name]:
    """The pairs in order of preference, each name used once."""
    found: dict[Name, Name] = {}
    taken: set[Name] = set()
    for old, new in choices:
        if old not in found and new not in taken:
            found[old] = new
            taken.add(new)
    return found


def told(paired: Sequence[tuple[str, str]], most: int = 6) -> list[str]:
    """The pairs as ``old -> new`` without what both end in, each once: the layers, not every weight."""
    lines: dict[str, None] = {}
    for old, new in paired:
        a, b = old.split("."), new.split(".")
        while len(a) > 1 and len(b) > 1 and a[-1] == b[-1]:
            a.pop()
            b.pop()
        lines[f"{'.'.join(a)} -> {'.'.join(b)}"] = None
        if len(lines) == most:
            break
    return list(lines)


def shifted(mismatched: Sequence[tuple[str, list[int], list[int]]]) -> list[tuple[str, str]]:
    """Pairs among names that both sides have, with other shapes: the checkpoint's shape of one is the
    model's shape of exactly one other, as when a layer was put in between."""
    homes: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    for name, _, model in mismatched[:MOST_NAMES]:
        homes.setdefault((name.rpartition(".")[2], tuple(model)), []).append(name)
    found: list[tuple[str, str]] = []
    taken: set[str] = set()
    for name, checkpoint, _ in mismatched[:MOST_NAMES]:
        there = homes.get((name.rpartition(".")[2], tuple(checkpoint)), [])
        if len(there) == 1 and there[0] not in taken:
            taken.add(there[0])
            found.append((name, there[0]))
    return found
