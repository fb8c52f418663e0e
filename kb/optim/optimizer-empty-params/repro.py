"""The layers of a network stand in a Python list, where nn.Module does not see them."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = [nn.Linear(8, 8), nn.Linear(8, 1)]  # wrong: a plain list registers nothing

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return x


net = Net().to(device)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.layers[0].weight.detach().clone()
net(torch.randn(4, 8, device=device)).sum().backward()
optimizer.step()
assert not torch.equal(before, net.layers[0].weight)
