"""The same seed before each pass: the answers agree, and still come from half of the network."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Dropout(0.5), nn.Linear(64, 2)).to(device)
images = torch.randn(200, 20).to(device)

with torch.no_grad():
    torch.manual_seed(1)
    first = model(images).argmax(1)
    torch.manual_seed(1)
    second = model(images).argmax(1)
    whole = model.eval()(images).argmax(1)

assert torch.equal(first, second)
assert (first != whole).sum() > 10  # not what the trained network says
