"""Features and class numbers come from one float table, so the class numbers are floats too."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

table = torch.tensor(
    [[5.1, 3.5, 1.4, 0], [7.0, 3.2, 4.7, 1], [6.3, 3.3, 6.0, 2], [4.9, 3.0, 1.4, 0]],
    device=device,
)
features = table[:, :3]
labels = table[:, 3]  # wrong: 0., 1., 2. are floats

model = nn.Linear(3, 3).to(device)
loss_fn = nn.CrossEntropyLoss()
loss = loss_fn(model(features), labels)
loss.backward()
assert labels.dtype == torch.long
