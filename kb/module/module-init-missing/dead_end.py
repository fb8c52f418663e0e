"""The call stands at the end of __init__: too late, the layers are assigned before it."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self, hidden):
        self.hidden = hidden
        self.fc1 = nn.Linear(8, hidden)
        self.fc2 = nn.Linear(hidden, 1)
        super().__init__()

    def forward(self, x):
        return self.fc2(torch.relu(self.fc1(x)))


net = Net(16).to(device)
out = net(torch.randn(4, 8, device=device))
assert out.shape == (4, 1) and len(list(net.parameters())) == 4
