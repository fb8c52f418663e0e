"""The hidden state of one piece of a series goes into the next, with its whole history."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
rnn = nn.GRU(4, 8, batch_first=True).to(device)
head = nn.Linear(8, 1).to(device)
optimizer = torch.optim.SGD([*rnn.parameters(), *head.parameters()], lr=0.1)
series = torch.randn(2, 60, 4, device=device)
target = series.mean(-1, keepdim=True)

hidden = torch.zeros(1, 2, 8, device=device)
for start in range(0, 60, 20):  # the long series in three pieces
    piece = slice(start, start + 20)
    out, hidden = rnn(series[:, piece], hidden)  # wrong: hidden still holds the graph of the last piece
    loss = nn.functional.mse_loss(head(out), target[:, piece])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
assert hidden.shape == (1, 2, 8)
