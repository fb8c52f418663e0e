"""Leaving the transpose out so that view runs: a position then gets pieces of other positions."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
attended = torch.randn(2, 4, 6, 8, device=device)  # (batch, heads, length, dim)
merged = attended.view(2, 6, 32)
right = torch.cat(list(attended[0, :, 0]), dim=0)  # the four heads of the first position
assert merged.shape == (2, 6, 32)  # it runs ...
assert not torch.equal(merged[0, 0], right)  # ... but mixes positions
