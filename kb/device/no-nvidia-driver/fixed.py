"""A job that was given no GPU, and a program that asks before it takes one."""

import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""  # what a scheduler sets for a job without a GPU

import torch
from torch import nn

device = "cuda" if torch.cuda.is_available() else "cpu"

model = nn.Linear(4, 2).to(device)
batch = torch.randn(8, 4, device=device)
out = model(batch)
assert out.shape == (8, 2)
