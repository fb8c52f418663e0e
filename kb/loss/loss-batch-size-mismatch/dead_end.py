"""Cutting the output down to the number of labels: it runs, and six of eight images count for nothing."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

conv = nn.Conv2d(3, 16, kernel_size=3, padding=1).to(device)
fc = nn.Linear(16 * 4 * 4, 10).to(device)


def forward(images):
    maps = nn.functional.max_pool2d(conv(images), 2)  # 16 x 8 x 8 for each image
    return fc(maps.view(-1, 16 * 4 * 4))[:8]  # four rows an image, cut to eight rows


images = torch.randn(8, 3, 16, 16, device=device)
labels = torch.arange(8, device=device)
loss = nn.CrossEntropyLoss()(forward(images), labels)
others = images.clone()
others[2:] = 0  # six of the eight images are gone
assert torch.allclose(forward(images), forward(others), atol=1e-5)  # and nobody notices
