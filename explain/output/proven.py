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
        "raises": "{told}; there it raises {id}",
        "works": "{told}; the fault does not show there",
    },
    "zh": {
        "run": "{device}：torch {torch}，Python {python}，{system}，{date}",
        "none": "{device}：无法在此演示：{reason}",
        "not": "{device}：尚未运行",
        "raises": "{told}；在这里报的是 {id}",
        "works": "{told}；在这里不会出现这个问题",
    },
}

#: device -> torch, python, system, date.
Proofs = Mapping[str, Mapping[str, str]]


def proven(entry: Entry, proofs: Proofs, lang: str) -> list[str]:
    """What is told of each device; `proofs` holds those on which the scripts ran as they are now."""
    return [_told(entry, device, proofs.get(device), lang) for device in DEVICES if device != "mps" or device in proofs]


def _told(entry: Entry, device: str, proof: Mapping[str, str] | None, lang: str) -> str:
    say, name = _WORDS[lang], DEVICES[device]
    does = entry.reproduction.get(device)
    if proof:
        told = say["run"].format(device=name, **proof)
        if isinstance(does, dict) and does.get("raises", entry.id) != entry.id:
            return say["raises"].format(told=told, id=does["raises"])
        return say["works"].format(told=told) if does == "works" else told
    if isinstance(does, dict) and "none" in does:
        return say["none"].format(device=name, reason=does.get(lang, does["none"]))
    return say["not"].format(device=name)
