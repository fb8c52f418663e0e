"""Other wordings of the same fault, one function each."""

import torch
from torch import nn
from torch._refs.nn import functional as refs
from torch.nn import functional as F


def log_probabilities():
    F.nll_loss(torch.randn(32, 10), torch.zeros(64, dtype=torch.long))


def segmentation():
    F.cross_entropy(torch.randn(4, 10, 3, 3), torch.zeros(1, 3, 3, dtype=torch.long))


def reference_implementation():
    refs.nll_loss(torch.randn(32, 10), torch.zeros(64, dtype=torch.long))


def adaptive_softmax():
    loss_fn = nn.AdaptiveLogSoftmaxWithLoss(8, 20, [5, 10])
    loss_fn(torch.randn(4, 8), torch.zeros(5, dtype=torch.long))
