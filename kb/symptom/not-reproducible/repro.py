"""Two runs with the same seed, which is given to one of the two generators that they draw from."""

import random
import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


def train(seed):
    torch.manual_seed(seed)  # wrong: seeds PyTorch alone, and the mirroring asks Python's own generator
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


first, second = train(seed=0), train(seed=0)
assert first == second, f"two runs with seed 0 end at a loss of {first:.6f} and {second:.6f}"
