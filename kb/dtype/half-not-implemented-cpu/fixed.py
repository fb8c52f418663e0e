"""A model in half precision runs on a CPU until it meets an operation that has no float16 version there."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
dtype = torch.float16 if device == "cuda" else torch.float32

model = nn.Linear(20, 5).to(device, dtype)
loss_fn = nn.MultiMarginLoss()
features = torch.randn(8, 20, device=device, dtype=dtype)
labels = torch.arange(8, device=device) % 5

logits = model(features)
loss = loss_fn(logits, labels)
assert loss.isfinite()
