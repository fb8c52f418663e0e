"""Other wordings of the same fault, one function each."""

import torch
from torch import nn


def map_of_one_pixel():
    nn.BatchNorm2d(64)(torch.ones(1, 64, 1, 1))


def group_norm():
    nn.GroupNorm(4, 4)(torch.ones(1, 4))


def instance_norm():
    nn.InstanceNorm2d(4)(torch.ones(2, 4, 1, 1))
