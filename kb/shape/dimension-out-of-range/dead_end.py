"""Giving softmax a dimension that always exists: it runs, and normalises over the batch."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

logits = torch.randn(4, 10, device=device)  # four samples, ten classes
probabilities = logits.softmax(dim=0)
rows = probabilities.sum(dim=1)
assert not torch.allclose(rows, torch.ones_like(rows))  # no row is a distribution over the classes
