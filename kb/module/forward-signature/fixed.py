"""A batch of two tensors is unpacked into the two arguments that forward() asks for."""

import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.left, self.right = nn.Linear(8, 4), nn.Linear(8, 4)

    def forward(self, question, answer):
        return (self.left(question) * self.right(answer)).sum(1)


net = Net().to(device)
pairs = TensorDataset(torch.randn(6, 8), torch.randn(6, 8))
for batch in DataLoader(pairs, batch_size=6):
    batch = [part.to(device) for part in batch]
    scores = net(*batch)
assert scores.shape == (6,)
