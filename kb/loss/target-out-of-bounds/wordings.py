"""Other wordings of the same fault, one function each."""

import torch
from torch import nn
from torch.nn import functional as F


def mask_with_255():
    F.cross_entropy(torch.randn(2, 10, 3, 3), torch.full((2, 3, 3), 255))


def negative_label():
    F.cross_entropy(torch.randn(4, 10), torch.tensor([1, 2, 3, -1]))


def log_probabilities():
    F.nll_loss(torch.randn(4, 10).log_softmax(1), torch.tensor([1, 2, 3, 12]))


def multi_margin():
    F.multi_margin_loss(torch.randn(4, 3), torch.tensor([1, 2, 3, 0]))


def multilabel_margin():
    F.multilabel_margin_loss(torch.randn(4, 10), torch.full((4, 10), 12))


def adaptive_softmax():
    loss_fn = nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 10])
    loss_fn(torch.randn(4, 8), torch.tensor([0, 3, 20, 1]))
