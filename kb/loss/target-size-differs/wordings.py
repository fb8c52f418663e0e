"""Other wordings of the same fault, one function each."""

import warnings

import torch
from torch.nn import functional as F


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
