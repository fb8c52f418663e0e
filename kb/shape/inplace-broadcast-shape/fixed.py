"""Grey images are normalized in place with one mean, as they have one channel."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


def normalize(image, mean, std):
    mean = torch.tensor(mean, device=image.device).view(-1, 1, 1)
    std = torch.tensor(std, device=image.device).view(-1, 1, 1)
    return image.sub_(mean).div_(std)  # in the image's own memory


conv = nn.Conv2d(1, 8, kernel_size=3).to(device)
image = torch.rand(1, 28, 28, device=device)  # one grey channel
image = normalize(image, [0.5], [0.5])  # one number a channel
out = conv(image.unsqueeze(0))
assert out.shape == (1, 8, 26, 26)
