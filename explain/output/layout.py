"""What an explanation says, in which order and under which labels: rows that every text format renders."""

from __future__ import annotations

from typing import NamedTuple

from .. import __version__
from ..model import Explanation

LABELS = {
    "en": {
        "here": "Here",
        "likely": "Most likely",
        "else": "Otherwise",
        "change": "  change",
        "avoid": "Not this",
        "locate": "To see it",
        "more": "More",
        "wrong": "Wrong?",
        "report": "report it as {id}, pytorch-explain {version}",
    },
    "zh": {
        "here": "现场",
        "likely": "最可能",
        "else": "也可能",
        "change": "  改法",
        "avoid": "不要这样",
        "locate": "怎样定位",
        "more": "更多",
        "wrong": "说错了？",
        "report": "请反馈：{id}，pytorch-explain {version}",
    },
}


class Row(NamedTuple):
    """One labelled statement; `code` is never wrapped."""

    kind: str
    label: str
    text: str
    code: str = ""


def rows(explanation: Explanation) -> list[Row]:
    """The labelled rows of an explanation, below its meaning."""
    labels = LABELS[explanation.lang]
    found: list[Row] = []
    if explanation.here:
        found.append(Row("here", labels["here"], "\n".join(explanation.here)))
    for number, advice in enumerate(explanation.causes):
        found.append(Row("cause", labels["likely" if number == 0 else "else"], advice.cause))
        found.append(Row("change", labels["change"], advice.fix, advice.code))
    if explanation.avoid:
        found.append(Row("avoid", labels["avoid"], explanation.avoid))
    if explanation.locate:
        found.append(Row("locate", labels["locate"], explanation.locate))
    found.append(Row("more", labels["more"], "", "\n".join(more(explanation.id))))
    found.append(Row("wrong", labels["wrong"], labels["report"].format(id=explanation.id, version=__version__)))
    return found


def more(identity: str) -> tuple[str, ...]:
    """The commands that lead on from an entry."""
    return f"pytorch-explain show {identity}", f"pytorch-explain repro {identity} --diff"
