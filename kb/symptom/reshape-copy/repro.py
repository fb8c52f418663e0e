"""The brightest value of every image is to be set to 0, through a flat form of the batch."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
pictures = torch.rand(4, 16, 16, 3, device=device)  # N, height, width, channels
images = pictures.permute(0, 3, 1, 2)  # N, channels, height, width: the same memory, read in another order
before = images.amax(dim=(1, 2, 3))

flat = images.reshape(4, -1)  # wrong: a copy, because no view can read this memory in one run
flat.scatter_(1, flat.argmax(dim=1, keepdim=True), 0.0)

changed = int((images.amax(dim=(1, 2, 3)) < before).sum())
assert changed == 4, f"{changed} of 4 images changed"
