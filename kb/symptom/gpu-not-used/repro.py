"""A program chooses a device, its batches follow the model, and the model stays where it was made: on the CPU.

Without a GPU the meta device stands in for it: a second device, which knows shapes and holds no numbers.
"""

import sys

import torch
from torch import nn

device = torch.device("cuda" if sys.argv[1:] == ["cuda"] else "meta")

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 2))  # wrong: made on the CPU, and never moved
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
for step in range(10):
    home = next(model.parameters()).device
    x = torch.randn(32, 20).to(home)
    labels = torch.randint(0, 2, (32,)).to(home)
    loss = nn.functional.cross_entropy(model(x), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

there = [p.device.type == device.type for p in model.parameters()]
assert all(there), f"{sum(there)} of {len(there)} parameters are on {device.type}, loss.device is {loss.device}"
