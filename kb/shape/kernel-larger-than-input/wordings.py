"""Other wordings of the same fault, one function each."""

import torch
from torch import nn


def sequence():
    nn.Conv1d(1, 4, 3)(torch.ones(1, 1, 2))


def volume():
    nn.Conv3d(1, 4, 3)(torch.ones(1, 1, 2, 2, 2))


def dilated():
    nn.Conv2d(1, 4, 3, dilation=4, padding=1)(torch.ones(1, 1, 5, 5))


def meta_device():
    nn.Conv2d(1, 4, 3, device="meta")(torch.ones(1, 1, 2, 2, device="meta"))
