"""A model with one output gives (32, 1); the labels are a plain row of 32."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
features = torch.randn(32, 4, device=device)
labels = (features.sum(dim=1) > 0).float()  # (32,)

model = nn.Linear(4, 1).to(device)
loss_fn = nn.BCEWithLogitsLoss()
logits = model(features).squeeze(1)  # (32, 1) -> (32,)
loss = loss_fn(logits, labels)
loss.backward()
assert logits.shape == labels.shape
