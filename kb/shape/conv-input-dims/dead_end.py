"""Adding one dimension of the two: the convolution runs, and its channels are then taken for samples."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 8, kernel_size=5)
        self.fc = nn.Linear(8 * 24 * 24, 10)

    def forward(self, x):
        x = torch.relu(self.conv(x))
        return self.fc(torch.flatten(x, 1))


net = Net().to(device).eval()
images = torch.randn(100, 28, 28, device=device)
image = images[0].unsqueeze(0)  # (1, 28, 28): one image without a batch
logits = net(image)
assert logits.shape == (1, 10)
