"""What speaks for PyTorch besides a message, and what speaks for its neighbours."""

from __future__ import annotations

import pytest
from pytorch_explain.matching import evidence
from pytorch_explain.model import Failure, Frame

TORCH = "/usr/lib/python3.11/site-packages/torch/nn/functional.py"


def failure(*files: str) -> Failure:
    return Failure("RuntimeError", "x", tuple(Frame(file, 1, "f") for file in files))


@pytest.mark.parametrize(
    "text",
    [
        "import torch",
        'File "/x/site-packages/torch/nn/modules/linear.py"',
        r"C:\lib\torch\nn\functional.py",
        "pytorch 2.1",
        "CUDA error",
        "grad_fn and requires_grad",
        "DataLoader worker",
        "load_state_dict",
        "at ../aten/src/ATen/native/Linear.cpp",
        "c10::Error",
        "nll_loss",
    ],
)
def test_words_of_pytorchs_world_speak_for_it(text: str) -> None:
    assert evidence.mentions_torch(text)


@pytest.mark.parametrize("text", ["", "list index out of range", "a gradient", "torchlight", "data loader", "graduate"])
def test_other_words_do_not(text: str) -> None:
    assert not evidence.mentions_torch(text)


@pytest.mark.parametrize(
    "text",
    [
        "import tensorflow as tf",
        "Keras 3",
        "jax.numpy",
        "numpy.core._exceptions",
        "np.dot(a, b)",
        "llama_model_load",
        "cv2",
    ],
)
def test_neighbours_are_known(text: str) -> None:
    assert evidence.mentions_neighbour(text)


@pytest.mark.parametrize("text", ["", "import torch", "numpy", "ajax", "the input."])
def test_pytorch_is_no_neighbour(text: str) -> None:
    assert not evidence.mentions_neighbour(text)


def test_a_frame_in_torch_is_seen() -> None:
    assert evidence.in_torch(failure("train.py", TORCH))
    assert not evidence.in_torch(failure("train.py"))
    assert not evidence.in_torch(failure())


@pytest.mark.parametrize(
    "file",
    [
        "/usr/lib/python3/site-packages/numpy/core/fromnumeric.py",
        "/usr/lib/python3/dist-packages/pandas/core/frame.py",
        "C:\\Python\\Lib\\site-packages\\tensorflow\\python\\ops.py",
        "/x/site-packages/PIL/Image.py",
    ],
)
def test_a_failure_within_a_neighbour_is_the_neighbours(file: str) -> None:
    assert evidence.raised_elsewhere(failure("train.py", file))


@pytest.mark.parametrize(
    "files",
    [
        (),
        ("train.py",),
        ("train.py", TORCH),
        ("/x/site-packages/numpy/a.py", TORCH),
        ("/x/site-packages/numpy/a.py", "train.py"),
        ("/home/me/numpy/train.py",),
        ("/x/site-packages/numpyro/infer.py",),
        ("/x/site-packages/transformers/trainer.py",),
    ],
)
def test_only_the_innermost_frame_tells_whose_failure_it_is(files: tuple[str, ...]) -> None:
    assert not evidence.raised_elsewhere(failure(*files))


HEAD = "Net.forward() missing 1 required positional argument: 'x'"
SHARED = {"needs": "torch", "exceptions": ["TypeError"]}


def shared(found: Failure, before: str = "", after: str = "") -> bool:
    text = before + HEAD + after
    return evidence.may_be_torchs(SHARED, found, text, len(before), len(before) + len(HEAD))


def test_a_shared_wording_needs_something_of_pytorch_beside_it() -> None:
    assert not shared(failure("views.py")._replace(type="TypeError"))
    assert shared(failure("views.py", TORCH)._replace(type="TypeError"))
    assert shared(failure("views.py"), before="import torch\n")
    assert shared(failure("views.py"), after="\nwhile x.cuda() ran")


def test_alone_its_type_must_fit() -> None:
    assert shared(Failure("TypeError", HEAD))
    assert shared(Failure(None, HEAD))
    assert not shared(Failure("ValueError", HEAD))
    assert not shared(Failure("TypeError", HEAD), before="import tensorflow as tf\n")


def test_words_of_pytorch_within_the_wording_itself_are_no_evidence_for_a_shared_one() -> None:
    text = "nvrtc: error: invalid value for cuda"
    found = failure("views.py")
    assert not evidence.may_be_torchs({"needs": "torch"}, found, text, 0, len(text))


def test_a_wording_of_pytorchs_own_is_its_own_in_whichever_library_the_call_ended() -> None:
    numpy = failure("train.py", "/x/site-packages/numpy/core/_asarray.py")
    own, other = "can't convert cuda:0 device type tensor to numpy", "index 3 is out of bounds"
    assert evidence.may_be_torchs({}, numpy, own, 0, len(own))
    assert not evidence.may_be_torchs({}, numpy, other, 0, len(other))
    assert not evidence.may_be_torchs(SHARED, numpy, own, 0, len(own))
