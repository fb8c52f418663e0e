"""A regression is trained for 100 steps, and the gradients of all steps so far are added up."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
features = torch.randn(256, 8).to(device)
targets = features.sum(dim=1, keepdim=True)

model = nn.Linear(8, 1).to(device)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05)
for _ in range(100):
    loss = nn.functional.mse_loss(model(features), targets)
    loss.backward()  # wrong: adds to the gradients of all steps before, nothing clears them
    optimizer.step()

loss = nn.functional.mse_loss(model(features), targets)
assert loss < 0.1, f"loss after 100 steps: {loss:.3f}"
