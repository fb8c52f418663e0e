"""Leaving the in-place form: the grey image grows to three channels, and the network refuses it."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

conv = nn.Conv2d(1, 8, kernel_size=3).to(device)
image = torch.rand(1, 28, 28, device=device)
mean = torch.tensor([0.5, 0.5, 0.5], device=device).view(-1, 1, 1)
image = image - mean  # now (3, 28, 28)
out = conv(image.unsqueeze(0))
