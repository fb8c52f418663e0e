"""Explanations as JSON objects, in the form that programs may rely on."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any

from ..model import Explanation, Failure, Match
from .wrapping import is_obeyed

SCHEMA = 1


def answer(
    source: str, failure: Failure | None, matches: Sequence[Match], nearest: Sequence[Match], told: Explanation | None
) -> dict[str, Any]:
    """The object for one input: what was read, what it was recognised as, what is said of it."""
    first = {_same(match.failure): match for match in reversed(matches)}  # the best match of each failure
    found: dict[str, Any] = {
        "schema": SCHEMA,
        "input": source,
        "failure": _failure(failure) if failure else None,
        "matches": [_match(match) for match in matches],
        "explanation": _explanation(told) if told else None,
        "others": [_match(match) for match in matches[1:] if first[_same(match.failure)] is match],
    }
    if not matches and nearest:
        found["nearest"] = [_match(match) for match in nearest]
    return found


def _same(failure: Failure) -> tuple[Any, ...]:
    """What two readings of one failure have in common: every rank of a job prints it again."""
    return failure.type, failure.message, failure.frames


def unreadable(source: str, reason: str) -> dict[str, Any]:
    """The object for an input that cannot be read."""
    return {"schema": SCHEMA, "input": source, "error": reason}


def line(data: dict[str, Any], ascii_only: bool = False) -> str:
    """One object on one line; with `ascii_only`, for a pipe that takes nothing else."""
    text = json.dumps(data, ensure_ascii=ascii_only, allow_nan=False, separators=(", ", ": "))
    if text.isascii():
        return text.replace("\x7f", "\\u007f")
    # What a terminal would obey stands within the object's texts only, where it may be written as a number.
    return "".join(json.dumps(c)[1:-1] if is_obeyed(c) else c for c in text).replace("\x7f", "\\u007f")


def _failure(failure: Failure) -> dict[str, Any]:
    return {
        "type": failure.type,
        "message": failure.message,
        "frames": [{"file": f.file, "line": f.line, "function": f.function, "code": f.code} for f in failure.frames],
        "rank": failure.rank,
    }


def _match(match: Match) -> dict[str, Any]:
    return {
        "id": match.entry,
        "category": match.category,
        "score": match.score,
        "how": match.how,
        "captures": {name: _finite(value) for name, value in match.captures.items()},
    }


def _finite(value: Any) -> Any:
    """A capture as JSON has it, which knows no number for nan and inf."""
    return str(value) if isinstance(value, float) and not math.isfinite(value) else value


def _explanation(told: Explanation) -> dict[str, Any]:
    return {
        "id": told.id,
        "lang": told.lang,
        "title": told.title,
        "place": told.place,
        "here": list(told.here),
        "meaning": told.meaning,
        "causes": [
            {
                "cause": advice.cause,
                "fix": "\n".join(part for part in (advice.fix, advice.code) if part),
                "code": advice.code,
            }
            for advice in told.causes
        ],
        "locate": told.locate,
        "avoid": told.avoid,
        "related": list(told.related),
        "docs": list(told.docs),
    }
