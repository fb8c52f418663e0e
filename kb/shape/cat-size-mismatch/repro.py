"""A U-Net halves a picture of 35 pixels to 17 and doubles it to 34, then joins it with the 35."""

import sys

import torch
import torch.nn.functional as F
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.down = nn.Conv2d(3, 8, kernel_size=3, padding=1)
        self.middle = nn.Conv2d(8, 8, kernel_size=3, padding=1)
        self.out = nn.Conv2d(16, 1, kernel_size=1)

    def forward(self, x):
        skip = self.down(x)  # 35 x 35
        x = self.middle(F.max_pool2d(skip, 2))  # 17 x 17
        x = F.interpolate(x, scale_factor=2)  # wrong: 34 x 34, one pixel short of the skip
        return self.out(torch.cat([x, skip], dim=1))


net = Net().to(device)
images = torch.randn(4, 3, 35, 35, device=device)
masks = net(images)
assert masks.shape == (4, 1, 35, 35)
