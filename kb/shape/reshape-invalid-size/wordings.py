"""Other wordings of the same fault, one function each."""

import torch
from torch._subclasses.fake_tensor import FakeTensorMode


def feature_maps_of_another_size():
    torch.ones(32, 16, 10, 10).view(32, 400)


def rest_does_not_divide():
    torch.ones(10).reshape(-1, 3)


def nothing_left():
    torch.ones(0, 4).reshape(-1, 0)


def two_unknown_sizes():
    torch.ones(6).view(-1, -1)


def negative_size():
    torch.ones(6).view(-2, 3)


def negative_size_fake():
    with FakeTensorMode():
        torch.ones(6).view(-2, 3)


def unflatten():
    torch.nn.Unflatten(1, (3, 4))(torch.ones(2, 10))


def unflatten_to_nothing():
    torch.ones(2, 10).unflatten(1, ())


def old_resize():
    torch.ones(6).resize(4)


def batch_written_down():
    torch.ones(4, 25).view(32, -1)
