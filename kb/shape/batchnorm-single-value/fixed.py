"""Nine samples in batches of four: the batch of one at the end is left out."""

import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
data = TensorDataset(torch.randn(9, 20), torch.randint(2, (9,)))
loader = DataLoader(data, batch_size=4, shuffle=True, drop_last=True)
net = nn.Sequential(nn.Linear(20, 64), nn.BatchNorm1d(64), nn.ReLU(), nn.Linear(64, 2)).to(device)
optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

steps = 0
for features, labels in loader:
    loss = nn.functional.cross_entropy(net(features.to(device)), labels.to(device))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    steps += 1
assert steps == 2
