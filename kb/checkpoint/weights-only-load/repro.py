"""A whole model was saved instead of its weights; torch.load reads only weights by default."""

import os
import sys
import tempfile

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(8, 2)

    def forward(self, x):
        return self.fc(x)


net = Net().to(device)
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "model.pt")
    torch.save(net, path)  # wrong: pickles the object, so the file names the class Net
    restored = torch.load(path)
x = torch.randn(4, 8, device=device)
assert torch.equal(restored(x), net(x))
