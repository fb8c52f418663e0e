"""Other wordings of the same fault, one function each."""

import torch
from torch import nn


def condition():
    if torch.ones(3) == torch.ones(3):
        pass


def no_values():
    if torch.empty(0):
        pass


def membership():
    torch.ones(3) in [torch.zeros(3), torch.ones(3)]


def maximum():
    max(torch.ones(3), torch.zeros(3))


def loss_made_instead_of_called():
    nn.CrossEntropyLoss(torch.ones(2, 3), torch.tensor([0, 1]))
