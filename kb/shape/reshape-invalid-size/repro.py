"""The batch size is written into a view, and the last batch of the loader is smaller."""

import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

BATCH = 32
pixels = torch.rand(100, 784)  # 100 pictures of 28 x 28
loader = DataLoader(TensorDataset(pixels), batch_size=BATCH)  # 32 + 32 + 32 + 4
rnn = nn.GRU(28, 16, batch_first=True).to(device)

seen = 0
for (batch,) in loader:
    rows = batch.to(device).view(BATCH, 28, 28)  # wrong: the last batch holds 4 pictures
    states, _ = rnn(rows)
    seen += len(states)
assert seen == 100
