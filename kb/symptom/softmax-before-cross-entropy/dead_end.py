"""nn.NLLLoss on probabilities: it expects their logarithms, and the loss falls below zero."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
centres = 9 * torch.randn(10, 16)
labels = torch.arange(10).repeat(20)
features = (centres[labels] + 3 * torch.randn(200, 16)).to(device)
labels = labels.to(device)

model = nn.Sequential(
    nn.Linear(16, 32),
    nn.ReLU(),
    nn.Linear(32, 10),
    nn.Softmax(dim=1),
).to(device)
optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
for _ in range(200):
    loss = nn.NLLLoss()(model(features), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()

accuracy = (model(features).argmax(1) == labels).float().mean()
assert accuracy < 0.9
assert loss < 0  # minus the mean probability, not the mean of minus its logarithm
