"""Facts from frames: the user's own line, and a layer's name only where one can be meant."""

from __future__ import annotations

import pytest
from pytorch_explain.arithmetic.place import derive, is_users
from pytorch_explain.model import Fact, Frame

TORCH = "/home/me/venv/lib/python3.11/site-packages/torch"
CALLED = (
    Frame(f"{TORCH}/nn/modules/module.py", 1751, "_wrapped_call_impl", "return self._call_impl(*args, **kwargs)"),
    Frame(f"{TORCH}/nn/modules/module.py", 1762, "_call_impl", "return forward_call(*args, **kwargs)"),
)
LINEAR = Frame(f"{TORCH}/nn/modules/linear.py", 125, "forward", "return F.linear(input, self.weight, self.bias)")


def users(code: str, marked: str = "") -> Frame:
    """A frame of the user's with this line of code, of which a part may be marked."""
    start = code.find(marked) if marked else 0
    return Frame("/home/me/train.py", 31, "forward", code, (start, start + len(marked)) if marked else None)


def layer(code: str, marked: str = "", below: tuple[Frame, ...] = (*CALLED, LINEAR)) -> Fact | None:
    return derive([users(code, marked), *below]).get("layer")


# --- place


def test_the_place_is_the_users_last_line() -> None:
    frames = [Frame("/home/me/main.py", 9, "<module>", "model(x)"), *CALLED, users("x = self.fc1(x)"), *CALLED, LINEAR]
    facts = derive(frames)
    assert (facts["place"], facts["function"], facts["code"]) == ("train.py:31", "forward", "x = self.fc1(x)")


def test_a_module_level_function_is_not_named() -> None:
    assert "function" not in derive([Frame("/home/me/main.py", 9, "<module>", "x @ y")])


def test_a_frame_without_a_line_gives_no_place() -> None:
    assert derive([Frame("<ipython-input-3-0f>", None, "forward")]) == {"function": "forward"}


@pytest.mark.parametrize("frames", [[], [LINEAR], [*CALLED, LINEAR], [Frame("", None, "", "x = y")]])
def test_without_a_line_of_the_users_there_is_nothing_to_tell(frames: list[Frame]) -> None:
    assert derive(frames) == {}


@pytest.mark.parametrize(
    ("file", "own"),
    [
        ("/home/me/train.py", True),
        ("train.py", True),
        (r"C:\Users\me\project\train.py", True),
        ("<stdin>", True),
        ("<ipython-input-3-0f>", True),
        ("In [3]", True),
        ("/home/me/torch/train.py", True),
        ("/home/me/library/train.py", True),
        ("", False),
        ("<frozen importlib._bootstrap>", False),
        ("/usr/lib/python3.11/multiprocessing/spawn.py", False),
        ("/usr/local/lib/python3.11/dist-packages/torch/nn/functional.py", False),
        ("/home/me/venv/lib/python3.11/site-packages/transformers/trainer.py", False),
        (r"C:\Users\me\venv\Lib\site-packages\torch\nn\modules\linear.py", False),
        ("/home/me/miniconda3/lib/python3.9/site-packages/torch/_utils.py", False),
        ("/workspace/pytorch/torch/nn/modules/module.py", False),
    ],
)
def test_the_users_own_files_are_told_from_installed_ones(file: str, own: bool) -> None:
    assert is_users(Frame(file, 1, "f")) is own


@pytest.mark.parametrize("file", [r"C:\Users\me\train.py", "/home/me/train.py", "train.py"])
def test_the_place_names_the_file_without_its_folder(file: str) -> None:
    assert derive([Frame(file, 31, "forward")])["place"] == "train.py:31"


# --- layer


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("x = self.fc1(x)", "fc1"),
        ("x = F.relu(self.fc1(x))", "fc1"),
        ("return torch.sigmoid(self.head(x))", "head"),
        ("x = self.encoder.proj(x)", "encoder.proj"),
        ("x = self.layers[0](x)", "layers[0]"),
        ("for layer in self.layers: x = layer(x)", "layer"),
        ("print(self.fc1(x).shape)", "fc1"),
        ("out = model(x)", "model"),
    ],
)
def test_the_one_layer_that_a_line_calls_is_named(code: str, name: str) -> None:
    assert layer(code) == name


@pytest.mark.parametrize(
    "code",
    [
        "x = self.fc2(self.fc1(x))",
        "x = self.a(x) + self.b(x)",
        "loss = criterion(model(x), y)",
        "x = self.fc1(x.flatten())",
        "x = torch.relu(x)",
        "x = x @ w",
        "x = self.layers[i + 1](x)",
        "x = super().forward(x)",
        "",
    ],
)
def test_where_several_or_none_can_be_meant_no_layer_is_named(code: str) -> None:
    assert layer(code) is None


@pytest.mark.parametrize(
    "code",
    [
        "x = getattr(self, name)(x)",
        "x = self.get_layer()(x)",
        "x = self.convs[str(i)](x)",
        "x = self.blocks[key.lower()](x)",
    ],
)
def test_what_only_fetches_the_layer_is_not_named_as_one(code: str) -> None:
    assert layer(code) is None


@pytest.mark.parametrize(
    ("code", "file"),
    [
        ("x = checkpoint(self.fc1, x, use_reentrant=False)", "utils/checkpoint.py"),
        ("y = functional_call(model, params, (x,))", "_functorch/functional_call.py"),
        ("y = vmap(model)(x)", "_functorch/apis.py"),
    ],
)
def test_a_function_that_calls_the_layer_for_the_user_is_not_named_as_one(code: str, file: str) -> None:
    through = Frame(f"{TORCH}/{file}", 100, "inner", "return function(*args)")
    assert layer(code, below=(through, *CALLED, LINEAR)) is None


def test_a_layer_whose_forward_is_called_goes_by_its_own_name() -> None:
    assert layer("x = self.fc1.forward(x)", below=(LINEAR,)) in (None, "fc1")


@pytest.mark.parametrize(
    ("code", "marked", "name"),
    [
        ("x = self.fc2(self.fc1(x))", "self.fc1(x)", "fc1"),
        ("x = self.fc2(self.fc1(x))", "self.fc2(self.fc1(x))", "fc2"),
        ("x = self.a(x) + self.b(x)", "self.b(x)", "b"),
        ("loss = criterion(model(x), y)", "criterion(model(x), y)", "criterion"),
    ],
)
def test_carets_tell_which_of_several_layers_is_meant(code: str, marked: str, name: str) -> None:
    assert layer(code, marked) == name


def test_a_line_that_does_not_end_in_a_layer_names_none() -> None:
    functional = Frame(f"{TORCH}/nn/functional.py", 3104, "cross_entropy", "return torch._C._nn.cross_entropy_loss(")
    assert layer("loss = self.compute(x)", below=(functional,)) is None
    assert layer("x = self.compute(x)", below=()) is None


@pytest.mark.parametrize(
    "file",
    ["nn/modules/container.py", "nn/parallel/data_parallel.py", "nn/modules/transformer.py", "_dynamo/eval_frame.py"],
)
def test_a_layer_that_only_passes_the_call_on_is_not_blamed(file: str) -> None:
    passing = Frame(f"{TORCH}/{file}", 250, "forward", "input = module(input)")
    assert layer("x = self.net(x)", below=(*CALLED, passing, *CALLED, LINEAR)) is None


@pytest.mark.parametrize(
    ("code", "attribute"),
    [
        ("x = self.fc1(x)", "fc1"),
        ("x = self.encoder.proj(x)", "encoder.proj"),
        ("x = self.layers[0](x)", None),
        ("x = model(x)", None),
    ],
)
def test_an_attribute_is_what_can_be_assigned_on_self(code: str, attribute: str | None) -> None:
    assert derive([users(code), *CALLED, LINEAR]).get("attribute") == attribute


@pytest.mark.parametrize("marked", [(0, 10_000), (9_000, 10_000), (5, 5), (8, 2)])
def test_carets_that_do_not_fit_the_line_do_no_harm(marked: tuple[int, int]) -> None:
    frame = users("x = self.fc1(x)")._replace(marked=marked)
    assert derive([frame, *CALLED, LINEAR]).get("layer") in (None, "fc1")
