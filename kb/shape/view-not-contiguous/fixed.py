"""Four attention heads are merged into one vector; reshape copies what the transpose reordered."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Merge(nn.Module):
    def __init__(self, heads, dim):
        super().__init__()
        self.out = nn.Linear(heads * dim, 32)

    def forward(self, x):  # (batch, heads, length, dim)
        batch, heads, length, dim = x.shape
        x = x.transpose(1, 2)  # (batch, length, heads, dim), in the old order in memory
        x = x.reshape(batch, length, heads * dim)  # copies where it must
        return self.out(x)


merge = Merge(heads=4, dim=8).to(device)
attended = torch.randn(2, 4, 6, 8, device=device)
out = merge(attended)
assert out.shape == (2, 6, 32)
