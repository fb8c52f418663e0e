"""Labels numbered from 0, as the loss counts them."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
model = nn.Linear(20, 10).to(device)
features = torch.randn(100, 20, device=device)
grades = torch.arange(100, device=device) % 10 + 1  # 1 .. 10, as in the data file

labels = grades - 1
loss = nn.functional.cross_entropy(model(features), labels)
assert loss.item() > 0
assert labels.unique().numel() == 10
