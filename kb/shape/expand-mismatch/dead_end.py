"""Repeating the numbers until the count fits: it runs, and they land in wrong places."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
embeddings = torch.randn(96, 64, device=device)
lengths = embeddings.norm(dim=1)
unit = embeddings / lengths.repeat(64).view_as(embeddings)
assert unit.shape == (96, 64)  # it runs ...
assert not torch.allclose(unit.norm(dim=1), torch.ones(96, device=device))  # ... to the wrong lengths
