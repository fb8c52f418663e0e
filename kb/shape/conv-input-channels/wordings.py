"""Other wordings of the same fault, one function each."""

import torch
from torch import nn
from torch.nn import functional as F


def grey_image():
    nn.Conv2d(3, 64, 7)(torch.ones(32, 1, 28, 28))


def transposed():
    nn.ConvTranspose2d(16, 8, 3)(torch.ones(1, 4, 8, 8))


def groups_do_not_divide_the_input():
    nn.Conv2d(3, 4, 1, groups=2)


def groups_do_not_divide_the_output():
    nn.Conv2d(4, 3, 1, groups=2)


def weight_not_divisible():
    F.conv2d(torch.ones(1, 4, 5, 5), torch.ones(3, 2, 1, 1), groups=2)


def weight_too_small():
    F.conv2d(torch.ones(1, 4, 5, 5), torch.ones(1, 2, 1, 1), groups=2)


def meta_device():
    nn.Conv2d(3, 64, 7, device="meta")(torch.ones(32, 1, 28, 28, device="meta"))


def dilated():
    torch.ops.aten.slow_conv_dilated2d(torch.ones(1, 4, 5, 5), torch.ones(3, 2, 1, 1), [1, 1])


def time_batch_channel():
    torch.conv_tbc(torch.ones(5, 2, 3), torch.ones(1, 4, 2), torch.ones(2))
