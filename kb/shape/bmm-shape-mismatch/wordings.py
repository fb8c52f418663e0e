"""Other wordings of the same fault, one function each."""

import torch
from torch._subclasses.fake_tensor import FakeTensorMode


def batches_differ():
    torch.bmm(torch.ones(8, 5, 64), torch.ones(4, 64, 7))


def four_dimensions():
    torch.ones(2, 4, 5, 64) @ torch.ones(2, 4, 5, 64)


def fake_tensors():
    with FakeTensorMode():
        torch.bmm(torch.ones(8, 5, 64), torch.ones(8, 32, 7))


def baddbmm():
    torch.baddbmm(torch.ones(8, 5, 7), torch.ones(8, 5, 64), torch.ones(8, 32, 7))


def first_not_3d():
    torch.bmm(torch.ones(5, 64), torch.ones(8, 64, 7))


def second_not_3d():
    torch.bmm(torch.ones(8, 5, 64), torch.ones(64, 7))


def addbmm_inner():
    torch.addbmm(torch.ones(5, 7), torch.ones(8, 5, 64), torch.ones(8, 32, 7))


def addbmm_batches():
    torch.addbmm(torch.ones(5, 7), torch.ones(8, 5, 64), torch.ones(4, 64, 7))


def under_vmap():
    torch.vmap(torch.bmm)(torch.ones(3, 5, 6), torch.ones(3, 6, 7))


def sparse_batches():
    torch.bmm(torch.ones(8, 5, 64).to_sparse(), torch.ones(4, 64, 7))


def sparse_inner():
    torch.bmm(torch.ones(8, 5, 64).to_sparse(), torch.ones(8, 32, 7))


def nested_batches():
    torch.bmm(torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)]), torch.ones(3, 3, 4))


def nested_inner():
    torch.bmm(torch.nested.nested_tensor([torch.ones(2, 3), torch.ones(4, 3)]), torch.ones(2, 5, 4))
