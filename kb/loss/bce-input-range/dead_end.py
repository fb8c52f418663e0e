"""Clamping the output to 0 .. 1: it runs, and the samples that are most wrong no longer teach."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

logits = torch.tensor([-3.0, 0.4, 5.0], device=device, requires_grad=True)
labels = torch.tensor([1.0, 1.0, 0.0], device=device)  # the first and the last are badly wrong

nn.BCELoss()(logits.clamp(0, 1), labels).backward()
assert logits.grad[0] == 0 and logits.grad[2] == 0  # no gradient where it is needed most
assert logits.grad[1] != 0
