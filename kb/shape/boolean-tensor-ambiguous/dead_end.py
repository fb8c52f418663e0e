"""Adding .any() on both sides: it runs, and one answer is given for all five numbers."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

x = torch.tensor([0.5, -1.0, 99.0, 2.0, -50.0], device=device)
keep = (x > -3).any() and (x < 3).any()
x = x[keep]
assert 99.0 in x.flatten().tolist()  # nothing was dropped
