"""Other wordings of the same fault, one function each."""

import torch
from torch._subclasses.fake_tensor import FakeTensorMode


def matrix_and_vector():
    torch.ones(4, 3) @ torch.ones(5)


def dot_product():
    torch.dot(torch.ones(3), torch.ones(4))


def scalar_operand():
    torch.matmul(torch.tensor(1.0), torch.ones(2, 2))


def bilinear():
    torch.nn.Bilinear(4, 4, 2)(torch.ones(1, 4), torch.ones(1, 8))


def fake_tensors():
    with FakeTensorMode():
        torch.ones(32, 400) @ torch.ones(300, 120)


def fake_matrix_and_vector():
    with FakeTensorMode():
        torch.ones(4, 3) @ torch.ones(5)


def vector_as_matrix():
    torch.addmm(torch.ones(2, 2), torch.ones(2, 3), torch.ones(3))


def batch_of_matrices():
    torch.mm(torch.ones(2, 3, 4), torch.ones(4, 5))


def no_vector():
    torch.addmv(torch.ones(4), torch.ones(2, 4, 3), torch.ones(3))


def dot_of_matrix():
    torch.dot(torch.ones(2, 3), torch.ones(3))
