"""A network learns sixty samples by heart, their wrong labels too, and the weights of the last step are used."""

import copy
import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
x = torch.randn(460, 5)
labels = ((x[:, 0] > 0) ^ (torch.rand(460) < 0.15)).long()  # 15 % of the labels are wrong
x, labels = x.to(device), labels.to(device)
model = nn.Sequential(nn.Linear(5, 64), nn.ReLU(), nn.Linear(64, 2)).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
best = float("inf")
for step in range(150):
    loss = nn.functional.cross_entropy(model(x[:60]), labels[:60])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    with torch.no_grad():
        val = nn.functional.cross_entropy(model(x[60:]), labels[60:]).item()
    if val < best:
        best, weights = val, copy.deepcopy(model.state_dict())

# wrong: nothing goes back to the best weights
with torch.no_grad():
    val = nn.functional.cross_entropy(model(x[60:]), labels[60:]).item()
assert val < best + 1e-3, f"training loss {loss.item():.2f}, validation loss {val:.2f}; at its best it was {best:.2f}"
