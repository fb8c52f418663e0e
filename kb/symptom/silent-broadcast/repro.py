"""A regression with a loss written by hand: predictions (64, 1), targets (64,)."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
features = torch.randn(64, 4).to(device)
targets = features.sum(dim=1)  # (64,)

model = nn.Linear(4, 1).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
for _ in range(200):
    predictions = model(features)  # wrong: (64, 1), and (64, 1) - (64,) is (64, 64)
    loss = (predictions - targets).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

error = (model(features)[:, 0] - targets).pow(2).mean()
assert error < 0.1, f"error after 200 steps: {error:.3f}, the variance of the targets is {targets.var():.3f}"
