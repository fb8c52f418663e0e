"""A view with the wrong number of features cuts each sample in four: 32 rows meet 8 labels."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

FEATURES = 16 * 8 * 8  # the maps are 16 x 8 x 8


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(3, 16, kernel_size=3, padding=1)
        self.pool = nn.MaxPool2d(2)
        self.fc = nn.Linear(FEATURES, 10)

    def forward(self, x):
        x = self.pool(torch.relu(self.conv(x)))
        x = x.view(-1, FEATURES)
        return self.fc(x)


net = Net().to(device)
images = torch.randn(8, 3, 16, 16, device=device)
labels = torch.arange(8, device=device)

logits = net(images)
loss = nn.CrossEntropyLoss()(logits, labels)
assert logits.shape[0] == labels.shape[0]
