"""Images come from NumPy with the channels last; the convolution wants them second."""

import sys

import numpy as np
import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(3, 16, kernel_size=3)
        self.fc = nn.Linear(16, 10)

    def forward(self, x):
        x = torch.relu(self.conv1(x))
        return self.fc(x.mean(dim=(2, 3)))


net = Net().to(device)
pixels = np.zeros((8, 48, 64, 3), dtype=np.float32)  # as OpenCV and PIL give them: N, H, W, C
images = torch.from_numpy(pixels)  # wrong: still N, H, W, C
logits = net(images.to(device))
assert images.shape == (8, 3, 48, 64)
assert logits.shape == (8, 10)
