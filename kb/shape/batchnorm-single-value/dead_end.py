"""Training in eval mode: it runs, and batch norm never learns the data's mean and variance."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
norm = nn.BatchNorm1d(64).to(device)
net = nn.Sequential(nn.Linear(20, 64), norm, nn.ReLU(), nn.Linear(64, 2)).to(device).eval()
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
for features in torch.randn(9, 20, device=device).split(4):
    loss = net(features).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
assert torch.equal(norm.running_mean, torch.zeros_like(norm.running_mean))  # still what it was made with
assert norm.num_batches_tracked == 0
