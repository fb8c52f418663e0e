"""An empty dummy parameter silences the error: the optimizer has something, and trains nothing."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.dummy = nn.Parameter(torch.empty(0))
        self.layers = [nn.Linear(8, 8), nn.Linear(8, 1)]

    def forward(self, x):
        for layer in self.layers:
            x = torch.tanh(layer(x))
        return x


net = Net()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
before = net.layers[0].weight.detach().clone()
net(torch.randn(4, 8)).sum().backward()
optimizer.step()
assert torch.equal(before, net.layers[0].weight)  # the layer has a gradient and did not move
