"""Clamping the labels into range: it runs, and two different classes have become one."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

model = nn.Linear(20, 10).to(device)
features = torch.randn(6, 20, device=device)
labels = torch.tensor([1, 4, 10, 2, 7, 9], device=device)

clamped = labels.clamp(0, 9)
loss = nn.CrossEntropyLoss()(model(features), clamped)
assert loss.isfinite()
assert labels[2] != labels[5] and clamped[2] == clamped[5]  # classes 9 and 10 are one class now
