"""Reshaping to the wanted sizes: it runs, and every pixel's colours are torn apart."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

conv1 = nn.Conv2d(3, 16, kernel_size=3).to(device)
pixels = torch.zeros(1, 48, 64, 3, device=device)
pixels[..., 0] = 1.0  # a red image: N, H, W, C
images = pixels.reshape(-1, 3, 48, 64)
assert conv1(images).shape == (1, 16, 46, 62)
assert not torch.equal(images, pixels.permute(0, 3, 1, 2))
assert images[0, 1].max() == 1.0  # red now lies in the green plane too
