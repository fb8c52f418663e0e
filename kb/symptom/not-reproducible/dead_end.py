"""The switches for deterministic kernels: they concern how a result is computed, not what is drawn."""

import random
import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


def train(seed):
    torch.manual_seed(seed)
    model = nn.Linear(8, 1).to(device)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(20):
        features = torch.randn(16, 8).to(device)
        targets = features.sum(dim=1, keepdim=True)
        if random.random() < 0.5:  # augmentation: half of the batches are mirrored
            features = features.flip(1)
        loss = nn.functional.mse_loss(model(features), targets)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return loss.item()


torch.backends.cudnn.benchmark = False
torch.backends.cudnn.deterministic = True
first, second = train(seed=0), train(seed=0)
assert first != second  # Python's generator is where it was: in the middle of its numbers
