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


@pytest.mark.parametrize(
    "text",
    [
        *["", "list index out of range", "a gradient", "torchlight", "data loader", "graduate"],
        *['File "/home/me/my_torch_project/views.py"', 'File "/src/pytorch_explain/cli.py"', "pytorch-explain 0.1.0"],
    ],
)
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
        "/usr/lib/python3/dist-packages/torchvision/transforms/functional.py",
        "C:\\Users\\me\\anaconda3\\Lib\\site-packages\\torch\\serialization.py",
        "c:\\\\envs\\\\Lib\\\\site-packages\\\\torch\\\\lib\\\\fbgemm.dll",
        "/x/site-packages/torch-1.0-py3.7.egg/torch/tensor.py",
        "/x/site-packages/torch_geometric/nn/conv/gcn_conv.py",
        "/x/site-packages/pytorch_lightning/trainer/trainer.py",
        "/home/me/pytorch/torch/nn/functional.py",
        "/workspace/pytorch/torch/_inductor/codecache.py",
        "torch/utils/data/dataloader.py",
        "torch/_tensor.py",
    ],
)
def test_packages_of_pytorchs_world_are_known_by_their_folders(file: str) -> None:
    assert evidence.in_torch(failure("train.py", file))


@pytest.mark.parametrize(
    "file",
    [
        "/home/me/my_torch_project/views.py",
        "/home/me/pytorch-course/week1/views.py",
        "/home/me/torch/train.py",
        "/home/me/torch/my_nn/layers.py",
        "/src/pytorch_explain/cli/__init__.py",
        "/x/site-packages/pytorch_explain/cli/__init__.py",
        "/opt/anaconda3/envs/torch14/lib/python3.8/site-packages/django/views.py",
        "C:\\envs\\torch14\\lib\\multiprocessing\\spawn.py",
        "/home/me/train_torch.py",
        "",
    ],
)
def test_a_path_that_only_has_the_word_is_not_pytorchs(file: str) -> None:
    assert not evidence.in_torch(failure("train.py", file))


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
    assert not shared(failure("/me/my_torch_project/views.py"), before='File "/me/my_torch_project/views.py"\n')
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
