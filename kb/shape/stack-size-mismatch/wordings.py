"""Other wordings of the same fault, one function each."""

import torch


def grey_among_colour():
    torch.stack([torch.ones(3, 8, 8), torch.ones(1, 8, 8)])


def sentences():
    torch.utils.data.default_collate([torch.ones(7), torch.ones(5)])


def meta_tensors():
    torch.stack([torch.ones(3, device="meta"), torch.ones(4, device="meta")])
