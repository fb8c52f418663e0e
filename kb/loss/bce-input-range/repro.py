"""BCELoss wants probabilities and is given the raw output of a linear layer."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
features = torch.randn(32, 4, device=device)
labels = (features.sum(dim=1, keepdim=True) > 0).float()

model = nn.Linear(4, 1).to(device)
loss_fn = nn.BCELoss()  # wrong: the model ends without a sigmoid
output = model(features)
loss = loss_fn(output, labels)
loss.backward()
assert loss.isfinite()
