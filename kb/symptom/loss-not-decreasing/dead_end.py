"""A learning rate ten times smaller, ten times as many steps: gradients are never cleared, the loss still swings."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
features = torch.randn(256, 8).to(device)
targets = features.sum(dim=1, keepdim=True)

model = nn.Linear(8, 1).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.005)
for _ in range(1000):
    loss = nn.functional.mse_loss(model(features), targets)
    loss.backward()
    optimizer.step()

loss = nn.functional.mse_loss(model(features), targets)
assert loss > 0.1  # a slower swing, as wide as before
