"""Cutting one tensor to the other's size: it runs, and the sample weights fall on the labels."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
loss = torch.rand(32, 10, device=device)
sample_weight = torch.rand(32, device=device)
weighted = loss * sample_weight[: loss.size(1)]
assert weighted.shape == (32, 10)  # it runs ...
assert not torch.allclose(weighted[5], loss[5] * sample_weight[5])  # ... with wrong weights
