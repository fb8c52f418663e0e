"""Other wordings of the same fault, one function each."""

import torch


def sliced():
    torch.ones(4, 6)[:, :3].view(-1)


def channels_last():
    torch.ones(2, 3, 4, 4).to(memory_format=torch.channels_last).view(2, -1)


def meta_tensors():
    torch.ones(2, 3, 4, device="meta").transpose(1, 2).view(2, 12)


def as_traced():
    torch._refs.view(torch.ones(2, 3, 4).transpose(1, 2), (2, 12))


def other_dtype():
    torch.ones(4, 3).t().view(torch.int16)


def complex_numbers():
    torch.view_as_complex(torch.ones(2, 4).t())
