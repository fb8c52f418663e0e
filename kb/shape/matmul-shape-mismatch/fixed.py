"""A convolution was widened from 12 to 16 channels; so was the linear layer behind it."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 16, kernel_size=5)
        self.pool = nn.AdaptiveMaxPool2d(5)
        self.fc1 = nn.Linear(400, 120)  # 16 x 5 x 5 = 400

    def forward(self, x):
        x = self.pool(torch.relu(self.conv(x)))
        x = torch.flatten(x, 1)
        return self.fc1(x)


net = Net().to(device)
images = torch.randn(32, 3, 32, 32, device=device)
out = net(images)
assert out.shape == (32, 120)
