"""bfloat16 instead of float16: more operations have it on a CPU, but this one has neither."""

import torch
from torch import nn

device = "cpu"

dtype = torch.bfloat16

model = nn.Linear(20, 5).to(device, dtype)
loss_fn = nn.MultiMarginLoss()
features = torch.randn(8, 20, device=device, dtype=dtype)
labels = torch.arange(8, device=device) % 5

logits = model(features)
loss = loss_fn(logits, labels)
