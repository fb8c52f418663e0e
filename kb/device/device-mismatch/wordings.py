"""Other wordings of the same fault, one function each: the meta device and fake GPUs stand in for real ones."""

import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode


def layer_on_another_device():
    nn.Linear(3, 4, device="meta")(torch.ones(2, 3))


def two_gpus():
    with FakeTensorMode():
        torch.ones(3, device="cuda:0") + torch.ones(3, device="cuda:1")


def embedding_on_the_cpu():
    with FakeTensorMode():
        nn.functional.embedding(torch.zeros(2, dtype=torch.long, device="cuda"), torch.ones(3, 4))


def mps_and_cpu():
    with FakeTensorMode():
        torch.ones(3, device="mps") + torch.ones(3)


def recurrent_parameters():
    nn.LSTM(3, 3, device="meta")(torch.ones(2, 1, 3))


def recurrent_state():
    state = torch.zeros(1, 1, 3, device="meta")
    nn.LSTM(3, 3)(torch.ones(2, 1, 3), (state, state))


def attention():
    q = torch.ones(1, 1, 2, 2)
    nn.functional.scaled_dot_product_attention(q, q.to("meta"), q)


def assigned_gradient():
    weight = torch.ones(2, requires_grad=True)
    weight.grad = torch.ones(2, device="meta")


def out_argument():
    torch.add(torch.ones(2), torch.ones(2), out=torch.ones(2, device="meta"))


def stft_window():
    torch.stft(torch.ones(100), 10, window=torch.ones(10, device="meta"), return_complex=True)


def istft_window():
    torch.istft(torch.ones(6, 30, dtype=torch.complex64), 10, window=torch.ones(10, device="meta"))


def meshgrid():
    torch.meshgrid(torch.arange(2), torch.arange(2, device="meta"), indexing="ij")


def index_copy():
    torch.ones(2).index_copy_(0, torch.zeros(1, dtype=torch.long, device="meta"), torch.ones(1))


def index_add():
    torch.ones(2).index_add_(0, torch.zeros(1, dtype=torch.long, device="meta"), torch.ones(1))


def block_diag():
    torch.block_diag(torch.ones(2), torch.ones(2, device="meta"))


def gradient_spacing():
    torch.gradient(torch.ones(4), spacing=(torch.arange(4.0, device="meta"),))


def multi_dot():
    torch.linalg.multi_dot([torch.ones(2, 2), torch.ones(2, 2, device="meta")])


def weight_norm():
    torch._weight_norm(torch.ones(2, 2), torch.ones(2, 1, device="meta"))


def quantile():
    torch.quantile(torch.ones(2), torch.ones(1, device="meta"))


def shared_storage():
    torch.ones(2).set_(torch.ones(2, device="meta"))
