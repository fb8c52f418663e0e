"""The labels come as a column, (32, 1), where cross entropy wants a plain row of 32 numbers."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
table = torch.rand(32, 5, device=device)  # four features and, last, a class number
table[:, 4] = torch.arange(32) % 3

features = table[:, :4]
labels = table[:, 4:].long()  # wrong: the slice 4: keeps a dimension, (32, 1)

model = nn.Linear(4, 3).to(device)
loss_fn = nn.CrossEntropyLoss()
loss = loss_fn(model(features), labels)
loss.backward()
assert labels.shape == (32,)
