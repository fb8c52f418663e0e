"""Silencing the warning of MSELoss: perfect predictions get a large loss, each meets all targets."""

import sys
import warnings

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"
warnings.filterwarnings("ignore", message="Using a target size")

target = torch.linspace(-1, 1, 32, device=device)  # (32,)
prediction = target.unsqueeze(1)  # (32, 1): every single value is right
loss = nn.MSELoss()(prediction, target)  # the mean over a 32 x 32 table of differences
assert nn.MSELoss()(prediction.squeeze(1), target) == 0
assert loss > 0.5
