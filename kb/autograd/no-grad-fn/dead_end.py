"""Calling requires_grad_() on the loss: backward runs, and no parameter receives a gradient."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

model = nn.Sequential(nn.Linear(20, 16), nn.ReLU(), nn.Linear(16, 10)).to(device)

model[2] = nn.Linear(16, 2).to(device)
for p in model.parameters():
    p.requires_grad = False
x = torch.randn(8, 20, device=device)
labels = torch.randint(0, 2, (8,), device=device)
loss = nn.functional.cross_entropy(model(x), labels)
loss.requires_grad_()  # makes the loss a leaf: nothing stands behind it
loss.backward()
assert loss.grad == 1.0
assert all(p.grad is None for p in model.parameters())  # nothing can be trained
