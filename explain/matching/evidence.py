"""Is this a torch failure at all? What speaks for it besides the words of a message."""

from __future__ import annotations

import re
from typing import Any

from ..model import Failure
from ..patterns import Pattern

#: Words that PyTorch's own messages, files and environment use and its neighbours do not; this program's name is none.
_TORCH = Pattern(
    r"\btorch\b|(?<![_y])torch[._/\\]|pytorch(?![-_]explain)|\bcuda\b|\bCUDA|nn\.Module|state_dict|autograd|aten::|ATen|c10::|DataLoader|dataloader"
    r"|cudnn|cuDNN|CUBLAS|NVIDIA|\bgrad\b|requires_grad|nll_loss|cross_entropy|map_location|weights_only",
)
_NEIGHBOURS = Pattern(
    r"tensorflow|\bkeras\b|\bjax(?:lib)?\b|numpy\.core|\bnp\.|pandas|sklearn|onnxruntime|paddle|mxnet|\bcv2\b|OpenCV|ggml|ollama|llama_",
    re.I,
)


#: What a signature `needs` whose wording others have too.
TORCH = "torch"
#: How far around a message words of PyTorch's count.
AROUND = 20_000
#: Where PyTorch and what is built on it is installed, or PyTorch's own packages and files wherever they lie.
_PACKAGE = Pattern(
    r"(?:site|dist)-packages[\\/]+(?:torch\w*|functorch|pytorch_(?!explain)\w+|lightning\w*)[\\/]"
    r"|(?:^|[\\/])torch[\\/]+(?:(?:nn|ao|autograd|backends|cuda|distributed|fft|fx|jit|multiprocessing|onnx|optim|sparse"
    r"|utils|_\w+)[\\/]|(?:__init__|_\w+|functional|hub|serialization|storage|tensor)\.py)"
)
_OTHER_PACKAGE = Pattern(
    r"(?:site|dist)-packages[\\/](?:numpy|pandas|tensorflow|keras|jax|jaxlib|sklearn|PIL|cv2|scipy)[\\/]"
)


def mentions_torch(text: str) -> bool:
    """Whether a text uses a word that only PyTorch's world uses."""
    return _TORCH.search(text) is not None


def mentions_neighbour(text: str) -> bool:
    """Whether a text names another library that words its errors alike."""
    return _NEIGHBOURS.search(text) is not None


def in_torch(failure: Failure) -> bool:
    """Whether a frame of the failure lies in PyTorch or in a package of its world.

    A folder that somebody called `my_torch_project` is none, nor is this program, whose frames its own failures have.
    """
    return any(_PACKAGE.search(frame.file) for frame in failure.frames)


def may_be_torchs(row: dict[str, Any], failure: Failure, text: str, start: int, end: int) -> bool:
    """Whether a signature's wording, which stands at text[start:end], is PyTorch's here.

    A wording that has words of PyTorch's own is, in whichever library the call ended. One that others have
    too (`needs: torch`) wants a frame in PyTorch or such a word elsewhere in the paste; a message that came
    without frames has only its type to tell.
    """
    if row.get("needs") != TORCH:
        return not raised_elsewhere(failure) or mentions_torch(text[start:end])
    if raised_elsewhere(failure):
        return False
    around = text[max(0, start - AROUND) : start] + "\n" + text[end : end + AROUND]
    if in_torch(failure) or mentions_torch(around):
        return True
    kind = (failure.type or "").rpartition(".")[2]
    return not failure.frames and not mentions_neighbour(around) and (not kind or kind in row.get("exceptions", ()))


def raised_elsewhere(failure: Failure) -> bool:
    """Whether the innermost frame lies in an installed library that words its errors alike and is not PyTorch."""
    return bool(failure.frames) and _OTHER_PACKAGE.search(failure.frames[-1].file) is not None
