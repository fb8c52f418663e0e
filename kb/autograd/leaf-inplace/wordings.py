"""Other wordings of the same fault, one function each."""

import torch
from torch import nn


def one_row_of_a_weight():
    nn.Embedding(10, 4).weight[0] = torch.ones(4)


def parameter():
    nn.Linear(2, 2).weight.clamp_(-0.01, 0.01)


def custom_function():
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x)
            return x.mul_(2)

        @staticmethod
        def backward(ctx, grad):
            return 2 * grad

    Double.apply(torch.ones(3, requires_grad=True))


def result_into_a_parameter():
    w = torch.ones(3, requires_grad=True)
    torch.add(torch.ones(3), 1, out=w)


def result_of_a_parameter():
    w = torch.ones(3, 3, requires_grad=True)
    torch.matmul(torch.ones(3, 3), w, out=torch.empty(3, 3))
