"""Other wordings of the same fault, one function each."""

import warnings

import torch
from torch.nn import functional as F


def column_of_targets():
    F.binary_cross_entropy_with_logits(torch.rand(32), torch.zeros(32, 1))


def class_numbers():
    F.binary_cross_entropy_with_logits(torch.rand(16, 2), torch.zeros(16))


def two_outputs():
    F.binary_cross_entropy(torch.rand(64, 2), torch.zeros(64, 1))


def maps_of_another_size():
    F.binary_cross_entropy_with_logits(torch.rand(2, 1, 4, 4), torch.zeros(2, 1, 8, 8))


def probabilities():
    F.binary_cross_entropy(torch.rand(32, 1), torch.zeros(32))


def _warned(loss):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        loss(torch.rand(32, 1), torch.zeros(32))


def mean_squared_error():
    _warned(F.mse_loss)


def mean_absolute_error():
    _warned(F.l1_loss)


def smooth_l1():
    _warned(F.smooth_l1_loss)


def huber():
    _warned(F.huber_loss)
