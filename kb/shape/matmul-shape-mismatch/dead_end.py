"""Making the numbers divide instead of making the layer fit: it runs, and the samples are mixed."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

fc1 = nn.Linear(300, 120).to(device)
maps = torch.randn(30, 16, 5, 5, device=device)  # 30 samples of 400 numbers
out = fc1(maps.view(-1, 300))
assert out.shape[0] == 40  # forty rows for thirty samples: no row belongs to one sample
