"""Reshaping the keys instead of transposing them: the sizes fit, and the keys are mixed."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
query = torch.randn(8, 10, 64, device=device)
key = torch.randn(8, 12, 64, device=device)
scores = torch.bmm(query, key.reshape(8, 64, 12))
assert scores.shape == (8, 10, 12)  # it runs ...
right = query[0, 0] @ key[0, 0]  # the first query with the first key
assert (scores[0, 0, 0] - right).abs() > 0.1  # ... and is not the product of any query with any key
