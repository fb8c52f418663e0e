"""Other wordings of the same fault, one function each."""

import torch


def running_sum():
    total = torch.zeros(3)
    total += torch.ones(2, 3)


def meta_tensors():
    torch.ones(1, 28, 28, device="meta").sub_(torch.ones(3, 1, 1, device="meta"))


def mask_with_more_dimensions():
    torch.ones(3).masked_fill_(torch.ones(2, 3, dtype=torch.bool), 0.0)


def copied_into_less():
    torch.zeros(3).copy_(torch.ones(2, 3))


def product_added_in_place():
    torch.ones(3).addmm_(torch.ones(2, 3), torch.ones(3, 3))
