"""Each sample has a weight, and the weights get a second dimension of size 1 to meet the loss."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
model = nn.Linear(20, 10).to(device)
features = torch.randn(32, 20, device=device)
labels = torch.rand(32, 10, device=device).round()  # ten yes/no labels a sample
sample_weight = torch.rand(32, device=device)

loss = nn.BCEWithLogitsLoss(reduction="none")(model(features), labels)  # (32, 10)
weighted = loss * sample_weight.unsqueeze(1)  # (32, 10) * (32, 1)
weighted.mean().backward()
assert torch.allclose(weighted[5], loss[5] * sample_weight[5])
