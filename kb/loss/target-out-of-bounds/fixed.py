"""Ten classes are numbered 1 to 10 in the label file; the loss counts them from 0 to 9."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
model = nn.Linear(20, 10).to(device)  # ten classes: 0 .. 9
loss_fn = nn.CrossEntropyLoss()

features = torch.randn(6, 20, device=device)
labels = torch.tensor([1, 4, 10, 2, 7, 10], device=device) - 1  # the file counts from 1

logits = model(features)
loss = loss_fn(logits, labels)
loss.backward()
assert labels.min() >= 0 and labels.max() < logits.shape[1]
