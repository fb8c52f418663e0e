"""A program that was written on a machine with a GPU, run with a CPU-only build of PyTorch."""

import torch
from torch import nn

device = "cuda"  # wrong: takes for granted that this PyTorch can do CUDA

model = nn.Linear(4, 2).to(device)
batch = torch.randn(8, 4, device=device)
out = model(batch)
assert out.shape == (8, 2)
