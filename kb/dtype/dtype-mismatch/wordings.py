"""Other wordings of the same fault, one function each."""

import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.nn import functional as F

f32 = torch.ones(3, 3)
f64 = f32.double()
f16 = f32.half()
i64 = f32.long()


def convolution():
    nn.Conv2d(1, 2, 3)(torch.ones(1, 1, 8, 8, dtype=torch.float64))


def convolution_half():
    nn.Conv2d(1, 2, 3).half()(torch.ones(1, 1, 8, 8))


def convolution_bfloat16():
    nn.Conv2d(1, 2, 3).bfloat16()(torch.ones(1, 1, 8, 8))


def convolution_bytes():
    nn.Conv2d(1, 2, 3)(torch.ones(1, 1, 8, 8, dtype=torch.uint8))


def convolution_integers():
    nn.Conv2d(1, 2, 3)(torch.ones(1, 1, 8, 8, dtype=torch.long))


def convolution_without_bias():
    nn.Conv2d(1, 2, 3, bias=False)(torch.ones(1, 1, 8, 8, dtype=torch.float64))


def convolution_traced():
    with FakeTensorMode():
        nn.Conv2d(1, 2, 3, bias=False)(torch.ones(1, 1, 8, 8, dtype=torch.float64))


def linear_integers():
    nn.Linear(3, 2)(i64)


def linear_bias():
    F.linear(f32, f32, f64[0])


def matrix_product():
    f32 @ f16


def matrix_and_vector():
    f32 @ i64[0]


def dot_product():
    torch.dot(f32[0], i64[0])


def batched_product():
    torch.bmm(f32[None], f64[None])


def batched_product_half():
    torch.bmm(f16[None], f32[None])


def batched_product_traced():
    with FakeTensorMode():
        torch.bmm(torch.ones(1, 2, 2), torch.ones(1, 2, 2).half())


def batched_addition():
    torch.baddbmm(f64[None], f32[None], f32[None])


def tensordot():
    torch.tensordot(f32, f64, 1)


def bilinear():
    nn.Bilinear(3, 3, 2)(f64, f64)


def prelu():
    nn.PReLU()(f64)


def recurrent():
    nn.LSTM(3, 3)(f64[None])


def layer_norm():
    nn.LayerNorm(3)(f64)


def layer_norm_half():
    nn.LayerNorm(3).half()(f32)


def attention():
    F.scaled_dot_product_attention(f32, f16, f32)


def attention_mask():
    x = torch.ones(3, 1, 4)
    nn.MultiheadAttention(4, 2)(x, x, x, attn_mask=i64)


def assign_by_index():
    f32.clone()[torch.tensor([0])] = f64[:1]


def index_add():
    torch.zeros(3).index_add_(0, torch.tensor([0]), f64[0, :1])


def index_copy():
    torch.zeros(3).index_copy_(0, torch.tensor([0]), f64[0, :1])


def scatter():
    torch.zeros(3).scatter_(0, torch.tensor([0]), f64[0, :1])


def put():
    torch.zeros(3).put_(torch.tensor([0]), f64[0, :1])


def masked_scatter():
    torch.zeros(3).masked_scatter_(torch.ones(3, dtype=torch.bool), f64[0])


def masked_fill():
    f32.masked_fill(f32, 1.0)


def masked_select():
    f32.masked_select(f32)


def masked_scatter_mask():
    torch.zeros(3, 3).masked_scatter_(f32, f32)


def where():
    torch.where(f32, f32, f32)


def interpolate():
    torch.lerp(f32, f64, 0.5)


def solve():
    torch.linalg.solve(f32, f64)


def least_squares():
    torch.linalg.lstsq(f32, f64)


def complex_parts():
    torch.complex(f32, f64)


def embedding_bag_weights():
    ids = torch.tensor([[0]])
    F.embedding_bag(ids, f32, per_sample_weights=torch.ones(1, 1).double(), mode="sum")
