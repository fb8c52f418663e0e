"""Small knowledge bases in a temporary folder: wordings that the tests choose, among others to weigh words by."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml
from pytorch_explain.knowledge.store import Base, folder

#: Wordings of PyTorch that stand around those of a test: likeness weighs a word by how few wordings have it.
OTHERS = (
    "Trying to backward through the graph a second time",
    "element {index:int} of tensors does not require grad and does not have a grad_fn",
    "a leaf Variable that requires grad is being used in an in-place operation",
    "grad can be implicitly created only for scalar outputs",
    "Sizes of tensors must match except in dimension {dim:int}",
    "stack expects each tensor to be equal size, but got {first:shape} at entry 0",
    "index {index:int} is out of bounds for dimension {dim:int} with size {size:int}",
    "view size is not compatible with input tensor's size and stride",
    "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False",
    "Torch not compiled with CUDA enabled",
    "Found no NVIDIA driver on your system",
    "no kernel image is available for execution on the device",
    "DataLoader worker (pid {pid:int}) is killed by signal",
    "Expected all tensors to be on the same device, but found at least two devices",
    "Given groups={groups:int}, weight of size {weight:shape}, expected input{input:shape} to have {want:int} channels",
    "Expected more than 1 value per channel when training",
    "optimizer got an empty parameter list",
    "one of the variables needed for gradient computation has been modified by an inplace operation",
    "Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.",
    "Boolean value of Tensor with more than one value is ambiguous",
    "Kernel size can't be greater than actual input size",
    "Using a target size {target:shape} that is different to the input size {input:shape} is deprecated",
    "The expanded size of the tensor must match the existing size at non-singleton dimension {dim:int}",
    "cublas runtime error: the GPU program failed to execute",
)

#: What makes a knowledge base: signatures by id, then look-alikes by id, then the rows of strangers.tsv.
Known = Callable[..., Base]


def say(text: str) -> dict[str, str]:
    return {"en": text, "zh": text}


def entry(identity: str, signatures: Sequence[str | Mapping[str, Any]], unlike: Sequence[str] = ()) -> dict[str, Any]:
    """The content of an entry.yaml with these wordings; its texts do not matter here."""
    rows = [{"message": item} if isinstance(item, str) else dict(item) for item in signatures]
    return {
        "schema": 1,
        "id": identity,
        "title": say(identity),
        "signatures": [{"example": row["message"], **row} for row in rows],
        "meaning": say(f"This is {identity}."),
        "causes": [{"cause": say("a cause"), "fix": say("a cure")}],
        "locate": say("look"),
        "avoid": say("nothing"),
        "unlike": [{"message": message, "from": "elsewhere"} for message in unlike],
        "reproduction": {"cpu": "raises", "cuda": "raises"},
    }


@pytest.fixture
def known(tmp_path: Path) -> Known:
    """Writes and opens a knowledge base; with `crowded`, other wordings stand around those given."""

    def write(
        entries: Mapping[str, Sequence[str | Mapping[str, Any]]],
        unlike: Mapping[str, Sequence[str]] | None = None,
        strangers: Sequence[tuple[str, str]] = (),
        crowded: bool = False,
        name: str = "kb",
    ) -> Base:
        contents = [entry(identity, rows, (unlike or {}).get(identity, ())) for identity, rows in entries.items()]
        if crowded:
            contents += [entry(f"other-{number}", [message]) for number, message in enumerate(OTHERS)]
        root = tmp_path / name
        for content in contents:
            place = root / "shape" / content["id"]
            place.mkdir(parents=True)
            (place / "entry.yaml").write_text(yaml.safe_dump(content), encoding="utf-8")
        if strangers:
            rows = "".join(f"{identity}\t{message}\n" for identity, message in strangers)
            (root / "strangers.tsv").write_text(rows, encoding="utf-8")
        opened = folder(root, own=False)
        assert opened.faults == []
        return opened

    return write
