"""Is this a torch failure at all? What speaks for it besides the words of a message."""

from __future__ import annotations

import re

from ..model import Failure
from ..patterns import Pattern

#: Words that PyTorch's own messages, files and environment use and its neighbours do not.
_TORCH = Pattern(
    r"\btorch\b|torch[._/\\]|pytorch|\bcuda\b|\bCUDA|nn\.Module|state_dict|autograd|aten::|ATen|c10::|DataLoader|dataloader"
    r"|cudnn|cuDNN|CUBLAS|NVIDIA|\bgrad\b|requires_grad|nll_loss|cross_entropy|map_location|weights_only",
)
_NEIGHBOURS = Pattern(
    r"tensorflow|\bkeras\b|\bjax(?:lib)?\b|numpy\.core|\bnp\.|pandas|sklearn|onnxruntime|paddle|mxnet|\bcv2\b|OpenCV|ggml|ollama|llama_",
    re.I,
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
    """Whether a frame of the failure lies in PyTorch."""
    return any("torch" in frame.file for frame in failure.frames)


def raised_elsewhere(failure: Failure) -> bool:
    """Whether the innermost frame lies in an installed library that words its errors alike and is not PyTorch."""
    return bool(failure.frames) and _OTHER_PACKAGE.search(failure.frames[-1].file) is not None
