"""requires_grad_() on the copy: the copy receives a gradient, the encoder behind it none."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
encoder = nn.Linear(8, 4).to(device)
head = nn.Linear(4, 2).to(device)
images = torch.randn(16, 8).to(device)
labels = torch.randint(0, 2, (16,)).to(device)

features = torch.relu(encoder(images))
features = torch.tensor(features.tolist(), device=device).requires_grad_()
loss = nn.functional.cross_entropy(head(features), labels)
loss.backward()

assert features.grad is not None
assert encoder.weight.grad is None  # the copy is where the graph begins
