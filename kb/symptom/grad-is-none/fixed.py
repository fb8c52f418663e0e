"""An encoder and a head are trained together, and the features go from one to the other as they are."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
encoder = nn.Linear(8, 4).to(device)
head = nn.Linear(4, 2).to(device)
images = torch.randn(16, 8).to(device)
labels = torch.randint(0, 2, (16,)).to(device)

features = torch.relu(encoder(images))
loss = nn.functional.cross_entropy(head(features), labels)
loss.backward()

model = nn.ModuleDict({"encoder": encoder, "head": head})
without = [name for name, p in model.named_parameters() if p.grad is None]
assert not without, f"{len(without)} of 4 parameters have grad None: {', '.join(without)}"
