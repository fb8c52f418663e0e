"""view instead of transpose: the sizes fit, and the scores of different words are mixed."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

logits = torch.full((2, 7, 3), -9.0, device=device)  # (batch, words, classes)
tags = torch.arange(14, device=device).view(2, 7) % 3
logits.scatter_(2, tags.unsqueeze(2), 9.0)  # every word predicted perfectly
loss_fn = nn.CrossEntropyLoss()  # wants the classes second: (batch, classes, words)

right = loss_fn(logits.transpose(1, 2), tags)
mixed = loss_fn(logits.view(2, 3, 7), tags)
assert right < 0.01
assert mixed > 1.0  # the same perfect predictions, scored as bad ones
