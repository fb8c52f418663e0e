"""The images are loaded at the size that the network was written for."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

net = nn.Sequential(
    nn.Conv2d(3, 8, kernel_size=3, padding=1),
    nn.MaxPool2d(2),  # 32 -> 16
    nn.Conv2d(8, 16, kernel_size=3, padding=1),
    nn.MaxPool2d(4),  # 16 -> 4
    nn.Conv2d(16, 32, kernel_size=3),  # 4 -> 2
    nn.AdaptiveAvgPool2d(1),
    nn.Flatten(),
    nn.Linear(32, 10),
).to(device)
side = 32
images = torch.randn(4, 3, side, side, device=device)
logits = net(images)
assert logits.shape == (4, 10)
