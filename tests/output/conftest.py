"""The explanation that the design shows, in both languages, from an entry of these tests' own; and golden files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from pytorch_explain import __version__
from pytorch_explain.explaining import explain
from pytorch_explain.model import Cause, Decoded, Entry, Explanation, Failure, Frame, Match, Signature

GOLDEN = Path(__file__).with_name("golden")
TORCH = "/usr/lib/python3/dist-packages/torch/nn/modules"

_ENTRY = Entry(
    id="matmul-shape-mismatch",
    category="shape",
    title={"en": "Matrix sizes do not fit", "zh": "矩阵相乘的形状对不上"},
    signatures=[
        Signature(
            "mat1 and mat2 shapes cannot be multiplied ({rows:int}x{got:int} and {want:int}x{out:int})",
            ("RuntimeError",),
            torch=">=1.7",
        ),
        Signature("size mismatch, m1: [{rows:int} x {got:int}], m2: [{want:int} x {out:int}][[ at {where:path}]]"),
    ],
    meaning=[
        {
            "en": "`{layer}` was built for {want} input features and received {got}.\n"
            "Of the four numbers in ({rows}x{got} and {want}x{out}) only the inner two matter: they must be equal.\n"
            "{rows} counts the rows (the batch, or batch x sequence), {out} is what the layer puts out.",
            "zh": "`{layer}` 按 {want} 个输入特征搭建，实际收到 {got} 个。\n"
            "({rows}x{got} and {want}x{out}) 这四个数里只看中间两个，它们必须相等；"
            "{rows} 是行数（batch 或 batch × 序列长度），{out} 是这一层的输出。",
        },
        {
            "en": "The last dimension of the input is not the one the weight was made for.",
            "zh": "输入的最后一维与权重要求的大小不一致。",
        },
    ],
    causes=[
        Cause(
            cause=[
                {
                    "en": "what stands before `{layer}` changed and `{layer}` did not. After a flatten,\n"
                    "{got} = {got_map} and {want} = {want_map}: the same square map with another number of channels.",
                    "zh": "`{layer}` 前面的结构改了，`{layer}` 没跟着改。按照展平来看，{got} = {got_map}，\n"
                    "{want} = {want_map}：同样大小的特征图，通道数变了。",
                },
                {"en": "what stands before the layer changed.", "zh": "这一层前面的结构改了。"},
            ],
            code=[
                "self.{attribute} = nn.Linear({got}, {out})          # was nn.Linear({want}, {out})",
                "nn.Linear(...)",
            ],
        ),
        Cause(
            cause=[
                {
                    "en": "the input is not what the network was written for: another image size,\n"
                    "or a missing flatten.",
                    "zh": "输入不是这个网络预期的：图像大小不同，或者漏了展平。",
                }
            ],
            fix=[
                {
                    "en": "resize the images, or put a pooling layer before the flatten:\n`nn.AdaptiveAvgPool2d(5)`",
                    "zh": "缩放图像，或者在展平之前加一层池化：\n`nn.AdaptiveAvgPool2d(5)`",
                }
            ],
        ),
    ],
    locate=[
        {
            "en": "print the shapes layer by layer:\n"
            "`for name, layer in model.named_children(): x = layer(x); print(name, tuple(x.shape))`",
            "zh": "逐层打印形状：\n"
            "`for name, layer in model.named_children(): x = layer(x); print(name, tuple(x.shape))`",
        }
    ],
    avoid=[
        {
            "en": "x.view(-1, {want}): where the numbers happen to divide, the error goes away\n"
            "and samples are cut and mixed",
            "zh": "x.view(-1, {want})：数字碰巧能整除的时候报错会消失，但样本被切开、混在一起了",
        }
    ],
    aliases=["矩阵乘法形状", "linear in_features wrong"],
    related=["conv-input-channels", "reshape-invalid-size"],
    docs=["https://docs.pytorch.org/docs/stable/generated/torch.nn.Linear.html"],
    decoder=[Decoded("t < n", "", {"en": "a label is too large", "zh": "标签太大"}, "target-out-of-bounds")],
    arithmetic="matmul",
)

_FAILURE = Failure(
    type="RuntimeError",
    message="mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)",
    frames=(
        Frame("/home/me/train.py", 31, "forward", "x = self.fc1(x)"),
        Frame(f"{TORCH}/module.py", 1762, "_call_impl", "return forward_call(*args, **kwargs)"),
        Frame(f"{TORCH}/linear.py", 125, "forward", "return F.linear(input, self.weight, self.bias)"),
    ),
    rank=3,
)


@pytest.fixture
def entry() -> Entry:
    return _ENTRY


@pytest.fixture
def match() -> Match:
    captures = {"rows": 32, "got": 400, "want": 300, "out": 120}
    return Match("matmul-shape-mismatch", "shape", 1.0, "exact", captures, _FAILURE)  # type: ignore[arg-type]


@pytest.fixture
def told(match: Match) -> Callable[[str], Explanation]:
    """The explanation in a language."""
    return lambda lang: explain(match, _ENTRY, lang)


@pytest.fixture
def golden() -> Callable[[str, str], None]:
    """Compares a text with tests/output/golden/NAME; UPDATE_GOLDEN=1 in the environment writes it instead."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        text = text.replace(__version__, "VERSION")
        if os.environ.get("UPDATE_GOLDEN"):
            path.write_text(text, encoding="utf-8", newline="\n")
        assert text == path.read_text(encoding="utf-8")

    return compare
