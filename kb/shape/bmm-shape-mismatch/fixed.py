"""Attention scores are queries times keys, with the keys transposed for it."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Attention(nn.Module):
    def __init__(self, dim):
        super().__init__()
        self.to_query = nn.Linear(dim, dim)
        self.to_key = nn.Linear(dim, dim)

    def forward(self, x, memory):
        query = self.to_query(x)  # (batch, 10, 64)
        key = self.to_key(memory)  # (batch, 12, 64)
        scores = torch.bmm(query, key.transpose(1, 2))  # (batch, 64, 12)
        return scores.softmax(dim=-1)


attention = Attention(64).to(device)
x = torch.randn(8, 10, 64, device=device)
memory = torch.randn(8, 12, 64, device=device)
weights = attention(x, memory)
assert weights.shape == (8, 10, 12)
