"""Where an entry was last proven by running, in sentences: one a device, also where it was not and why."""

from __future__ import annotations

from collections.abc import Mapping

from ..model import Entry

#: Every device by the name that readers know; of the last only proofs are told.
DEVICES = {"cpu": "CPU", "cuda": "CUDA", "mps": "MPS"}
_WORDS = {
    "en": {
        "run": "{device}: torch {torch}, Python {python} on {system}, {date}",
        "none": "{device}: cannot be shown there: {reason}",
        "not": "{device}: not run yet",
    },
    "zh": {
        "run": "{device}：torch {torch}，Python {python}，{system}，{date}",
        "none": "{device}：无法在此演示：{reason}",
        "not": "{device}：尚未运行",
    },
}

#: device -> torch, python, system, date.
Proofs = Mapping[str, Mapping[str, str]]


def proven(entry: Entry, proofs: Proofs, lang: str) -> list[str]:
    """What is told of each device; `proofs` holds those on which the scripts ran as they are now."""
    return [_told(entry, device, proofs.get(device), lang) for device in DEVICES if device != "mps" or device in proofs]


def _told(entry: Entry, device: str, proof: Mapping[str, str] | None, lang: str) -> str:
    say, name = _WORDS[lang], DEVICES[device]
    if proof:
        return say["run"].format(device=name, **proof)
    does = entry.reproduction.get(device)
    if isinstance(does, dict) and "none" in does:
        return say["none"].format(device=name, reason=does.get(lang, does["none"]))
    return say["not"].format(device=name)
