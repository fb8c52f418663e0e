"""Other wordings of the same fault, one function each."""

import torch
from torch import nn
from torch.nn import functional as F


def one_dimension_too_many():
    nn.Conv2d(3, 4, 3)(torch.ones(1, 3, 2, 8, 8))


def sequence():
    nn.Conv1d(1, 4, 3)(torch.ones(2, 4, 8, 8))


def volume():
    nn.Conv3d(1, 4, 3)(torch.ones(8, 8, 8))


def transposed():
    nn.ConvTranspose2d(4, 4, 3)(torch.ones(4, 8))


def lazy():
    nn.LazyConv2d(8, 3)(torch.ones(5, 5))


def lazy_transposed():
    nn.LazyConvTranspose2d(8, 3)(torch.ones(5, 5))


def weight_and_input_differ():
    F.conv1d(torch.ones(1, 3, 8), torch.ones(4, 3, 3, 3))


def weight_of_another_convolution():
    F.conv2d(torch.ones(1, 3, 8, 8), torch.ones(4, 3, 3, 3, 3))


def weight_too_flat():
    F.conv2d(torch.ones(1, 3, 8, 8), torch.ones(4, 3))


def bias():
    F.conv2d(torch.ones(1, 3, 8, 8), torch.ones(4, 3, 3, 3), torch.ones(5))


def bias_of_transposed():
    F.conv_transpose2d(torch.ones(1, 3, 8, 8), torch.ones(3, 4, 3, 3), torch.ones(5))


def weight_of_slow_transposed():
    torch.ops.aten.slow_conv_transpose2d(torch.ones(1, 4, 5, 5), torch.ones(3, 2, 1, 1, 1), [1, 1])


def weight_of_slow_volume():
    torch.ops.aten.slow_conv3d(torch.ones(1, 4, 5, 5, 5), torch.ones(3, 4, 1, 1), [1, 1, 1])


def input_of_slow_volume():
    torch.ops.aten.slow_conv3d(torch.ones(4, 5, 5, 5), torch.ones(3, 4, 1, 1, 1), [1, 1, 1])


def input_of_slow_image():
    torch.ops.aten._slow_conv2d_forward(torch.ones(4, 5, 5), torch.ones(3, 4, 1, 1), [1, 1], None, [1, 1], [0, 0])


def time_batch_channel():
    torch.conv_tbc(torch.ones(5, 2), torch.ones(1, 4, 2), torch.ones(2))
