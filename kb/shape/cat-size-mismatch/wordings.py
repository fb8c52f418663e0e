"""Other wordings of the same fault, one function each."""

import torch
import torch.jit._shape_functions
from torch._subclasses.fake_tensor import FakeTensorMode


def other_number_of_dimensions():
    torch.cat([torch.ones(2, 3, 4, 5), torch.ones(2, 3, 4)])


def other_number_of_dimensions_meta():
    torch.cat([torch.ones(2, 3, 4, 5, device="meta"), torch.ones(2, 3, 4, device="meta")])


def meta_tensors():
    torch.cat([torch.ones(32, 8, device="meta"), torch.ones(31, 8, device="meta")], dim=1)


def scalars():
    torch.cat([torch.tensor(1.0), torch.tensor(2.0)])


def empty_list():
    torch.cat([])


def empty_list_fake():
    with FakeTensorMode():
        torch.cat([])


def sparse():
    torch.cat([torch.ones(2, 3).to_sparse(), torch.ones(2, 4).to_sparse()])


def shape_function_of_torchscript():
    torch.jit._shape_functions.cat([[32, 8], [31, 8]], 1)


def number_of_dimensions_in_torchscript():
    torch.jit._shape_functions.cat([[2, 3, 4, 5], [2, 3, 4]], 1)
