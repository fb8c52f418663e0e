"""The loss is weighted sample by sample, then averaged to one number."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

model = nn.Linear(20, 3).to(device)
x = torch.randn(32, 20, device=device)
labels = torch.randint(0, 3, (32,), device=device)
weights = torch.rand(32, device=device)  # one weight a sample

losses = nn.functional.cross_entropy(model(x), labels, reduction="none")
loss = (weights * losses).mean()
loss.backward()
assert model.weight.grad.shape == (3, 20)
