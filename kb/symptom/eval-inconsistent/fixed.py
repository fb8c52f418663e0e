"""A network with dropout is asked twice about the same images, without gradients and in evaluation mode."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Dropout(0.5), nn.Linear(64, 2)).to(device)
images = torch.randn(200, 20).to(device)

model.eval()
with torch.no_grad():
    first = model(images).argmax(1)
    second = model(images).argmax(1)

changed = (first != second).sum().item()
assert changed == 0, f"{changed} of 200 predictions changed between two passes over the same images"
