"""Other wordings of the same fault, one function each."""

import torch
from torch.nn import functional as F


def int32_labels():
    F.cross_entropy(torch.randn(4, 10), torch.zeros(4, dtype=torch.int32))


def segmentation_mask():
    F.cross_entropy(torch.randn(4, 10, 3, 3), torch.zeros(4, 3, 3))


def log_probabilities():
    F.nll_loss(torch.randn(4, 10), torch.zeros(4, dtype=torch.float64))


def integer_one_hot():
    F.cross_entropy(torch.randn(4, 10), torch.eye(10, dtype=torch.long)[:4])


def multi_margin():
    F.multi_margin_loss(torch.randn(4, 10), torch.zeros(4))


def multilabel_margin():
    F.multilabel_margin_loss(torch.randn(4, 10), torch.zeros(4, 10))
