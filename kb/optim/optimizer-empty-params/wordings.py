"""Other ways to the same fault, one function each."""

import torch
from torch import nn


def frozen():
    net = nn.Linear(2, 2).requires_grad_(False)
    torch.optim.Adam([p for p in net.parameters() if p.requires_grad])


def used_up_generator():
    parameters = nn.Linear(2, 2).parameters()
    sum(p.numel() for p in parameters)
    torch.optim.SGD(parameters, lr=0.1)


def plain_tensor():
    net = nn.Module()
    net.scale = torch.ones(2, requires_grad=True)
    torch.optim.SGD(net.parameters(), lr=0.1)


def sharded():
    from torch.distributed.optim import ZeroRedundancyOptimizer

    ZeroRedundancyOptimizer([], optimizer_class=torch.optim.SGD, lr=0.1)
