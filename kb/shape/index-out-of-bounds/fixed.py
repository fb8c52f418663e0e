"""A forecaster is trained on windows of a series, on those that have a next value."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
series = torch.randn(12, device=device)
window = 4
inputs, targets = [], []
for i in range(len(series) - window):
    inputs.append(series[i : i + window])
    targets.append(series[i + window])
net = nn.Linear(window, 1).to(device)
predicted = net(torch.stack(inputs)).squeeze(1)
loss = nn.functional.mse_loss(predicted, torch.stack(targets))
assert len(targets) == 8
