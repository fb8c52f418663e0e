"""A skip connection is added in place, over the numbers that tanh needs for its gradient."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.inner = nn.Linear(16, 16)
        self.head = nn.Linear(16, 1)

    def forward(self, x):
        h = torch.tanh(self.inner(x))
        h += x  # wrong: backward of tanh needs h as tanh left it
        return self.head(h)


torch.manual_seed(0)
net = Net().to(device)
loss = net(torch.randn(8, 16, device=device)).pow(2).mean()
loss.backward()
assert net.inner.weight.grad.abs().sum() > 0
