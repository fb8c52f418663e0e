"""Embeddings are divided by their lengths, and these lost the dimension they were taken over."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
encoder = nn.Linear(20, 64).to(device)
embeddings = encoder(torch.randn(96, 20, device=device))  # (96, 64)
lengths = embeddings.norm(dim=1)  # wrong: (96,), and expand_as wants (96, 1)
unit = embeddings / lengths.expand_as(embeddings)
assert torch.allclose(unit.norm(dim=1), torch.ones(96, device=device))
