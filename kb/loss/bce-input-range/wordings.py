"""Other wordings of the same fault, one function each."""

import torch
from torch.nn import functional as F


def not_a_number():
    F.binary_cross_entropy(torch.tensor([float("nan")]), torch.tensor([1.0]))


def mask_with_255():
    F.binary_cross_entropy(torch.tensor([0.5, 0.5]), torch.tensor([0.0, 255.0]))
