"""Pictures are scaled to 32 x 32 each, and a batch can hold them."""

import sys

import torch
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Pictures(Dataset):
    sizes = [(40, 60), (40, 50), (64, 40), (40, 40)]

    def __len__(self):
        return len(self.sizes)

    def __getitem__(self, index):
        sides = self.sizes[index]
        picture = torch.rand(1, 3, *sides)
        size = (32, 32)  # the same for every picture
        return F.interpolate(picture, size=size)[0]


shapes = [tuple(batch.to(device).shape) for batch in DataLoader(Pictures(), batch_size=4)]
assert shapes == [(4, 3, 32, 32)]
