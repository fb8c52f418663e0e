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
