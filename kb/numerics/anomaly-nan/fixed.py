"""The distance of two equal samples is kept just above zero."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.autograd.set_detect_anomaly(True)
torch.manual_seed(0)
encoder = nn.Linear(8, 4).to(device)
left = torch.randn(6, 8, device=device)
right = left + torch.randn(6, 8, device=device)
right[2] = left[2]  # one pair is twice the same sample

gap = (encoder(left) - encoder(right)).pow(2).sum(1)
distance = (gap + 1e-12).sqrt()
loss = (distance - 1).pow(2).mean()
loss.backward()
assert encoder.weight.grad.isfinite().all()
