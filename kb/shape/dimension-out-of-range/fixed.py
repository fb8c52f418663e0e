"""The last batch holds a single image, and flatten(1) keeps its batch dimension."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 10, kernel_size=3)
        self.pool = nn.AdaptiveAvgPool2d(1)

    def forward(self, x):
        x = self.pool(torch.relu(self.conv(x)))  # (N, 10, 1, 1)
        return x.flatten(1)


net = Net().to(device)
images = torch.randn(9, 3, 8, 8, device=device)
probabilities = []
for batch in images.split(4):  # 4, 4 and 1
    probabilities.append(net(batch).softmax(dim=1))
assert torch.cat(probabilities).shape == (9, 10)
