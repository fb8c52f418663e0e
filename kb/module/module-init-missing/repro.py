"""A network assigns its layers without having called the constructor of nn.Module."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self, hidden):
        self.hidden = hidden
        self.fc1 = nn.Linear(8, hidden)  # wrong: super().__init__() has not run
        self.fc2 = nn.Linear(hidden, 1)

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


net = Net(16).to(device)
out = net(torch.randn(4, 8, device=device))
assert out.shape == (4, 1) and len(list(net.parameters())) == 4
