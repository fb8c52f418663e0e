"""The same program asks what this PyTorch can do, and takes the CPU where that is all there is."""

import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"

model = nn.Linear(4, 2).to(device)
batch = torch.randn(8, 4, device=device)
out = model(batch)
assert out.shape == (8, 2)
