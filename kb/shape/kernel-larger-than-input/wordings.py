"""Other wordings of the same fault, one function each."""

import torch
import torch.jit._shape_functions
from torch import nn


def sequence():
    nn.Conv1d(1, 4, 3)(torch.ones(1, 1, 2))


def volume():
    nn.Conv3d(1, 4, 3)(torch.ones(1, 1, 2, 2, 2))


def dilated():
    nn.Conv2d(1, 4, 3, dilation=4, padding=1)(torch.ones(1, 1, 5, 5))


def meta_device():
    nn.Conv2d(1, 4, 3, device="meta")(torch.ones(1, 1, 2, 2, device="meta"))


def shape_function_of_torchscript():
    torch.jit._shape_functions.conv2d([1, 1, 2, 2], [1, 1, 3, 3], None, [1, 1], [0, 0], [1, 1], 1)
