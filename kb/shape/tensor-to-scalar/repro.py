"""A validation loop adds up the loss, but the loss was asked for sample by sample."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
net = nn.Linear(20, 3).to(device).eval()
criterion = nn.CrossEntropyLoss(reduction="none")  # wrong: one loss a sample, sixteen in all
total = 0.0
with torch.no_grad():
    for _ in range(4):
        features = torch.randn(16, 20, device=device)
        labels = torch.randint(3, (16,), device=device)
        total += criterion(net(features), labels).item()
assert total > 0
