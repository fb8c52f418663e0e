"""A model is frozen, then a new head for two classes is put on it, which stays trainable."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

model = nn.Sequential(nn.Linear(20, 16), nn.ReLU(), nn.Linear(16, 10)).to(device)

for p in model.parameters():
    p.requires_grad = False
model[2] = nn.Linear(16, 2).to(device)
x = torch.randn(8, 20, device=device)
labels = torch.randint(0, 2, (8,), device=device)
loss = nn.functional.cross_entropy(model(x), labels)
loss.backward()
assert model[2].weight.grad is not None
