"""Moving the batches alone, with to() as if it worked in place: the tensors stay, and nothing complains."""

import sys

import torch
from torch import nn

device = torch.device("cuda" if sys.argv[1:] == ["cuda"] else "meta")  # meta stands in for a GPU

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(20, 64), nn.ReLU(), nn.Linear(64, 2))
x = torch.randn(32, 20)
labels = torch.randint(0, 2, (32,))
x.to(device)  # returns a copy on the device, which is thrown away
labels.to(device)
loss = nn.functional.cross_entropy(model(x), labels)
loss.backward()
assert x.device.type == loss.device.type == "cpu"
