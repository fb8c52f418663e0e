"""Recognising that only the last layer of a network was exchanged for another task."""

from __future__ import annotations

from collections.abc import Sequence

from ..model import Fact
from .listed import SAMPLE, Lists, words

#: Components that name the layer which is exchanged for another task.
HEADS = words(
    "bbox_pred box_predictor classif classifier cls cls_score decoder_head fc fc_out final head "
    "heads last_linear linear lm_head logits mask_predictor out output prediction predictor "
    "qa_outputs score"
)
ENDINGS = ("_head", "classifier", "_predictor", "logits", "_fc")
#: A head is not deeper than this; a trunk that happens to bear such a name is.
DEEPEST = 4
#: Layers that one head is made of, at most.
MOST_LAYERS = 8


def head_layer(name: str) -> str | None:
    """The last layer that this weight belongs to, or None where it is another layer's."""
    parts = name.split(".")
    for place, part in enumerate(parts[:-1]):
        if part.isdigit():
            return None  # one of many blocks alike, each with an `output` of its own
        if part.lower() in HEADS or part.lower().endswith(ENDINGS):
            return ".".join(parts[:-1]) if len(parts) - 1 - place <= DEEPEST else None
    return None


def head(lists: Lists) -> str | None:
    """The last layer, if every name concerned belongs to it; of several, what they have in common.

    The model's name for it is told where it differs from the checkpoint's.
    """
    concerned = lists.everything()
    layers = [head_layer(name) for name in concerned[:SAMPLE]]
    known = [layer for layer in layers if layer is not None]
    if not known or len(known) < len(concerned) or len(set(known)) > MOST_LAYERS:
        return None
    mine = known[: len(lists.of_model())] or known
    return common(mine) or mine[-1]


def common(layers: Sequence[str]) -> str:
    """The dotted beginning that all the names share."""
    shared = layers[0].split(".")
    for layer in layers[1:]:
        count = 0
        for ours, theirs in zip(shared, layer.split("."), strict=False):
            if ours != theirs:
                break
            count += 1
        shared = shared[:count]
    return ".".join(shared)


def classes(lists: Lists) -> dict[str, Fact]:
    """The two numbers of classes, where a head's weights differ in their first size alone."""
    found: list[tuple[int, int]] = []
    for name, checkpoint, model in lists.mismatched[:SAMPLE]:
        if head_layer(name) is None or len(checkpoint) != len(model) or not checkpoint:
            return {}
        if checkpoint[1:] != model[1:] or min(checkpoint[0], model[0]) < 1:
            return {}
        found.append((checkpoint[0], model[0]))
    if not found:
        return {}
    # a detector's boxes hold four numbers a class; the classes themselves are the smallest
    checkpoint_classes, model_classes = min(found)
    return {"checkpoint_classes": checkpoint_classes, "model_classes": model_classes}
