"""Other ways to the same fault, one function each."""

import torch
from torch import nn


def one_layer():
    nn.Linear(2, 2).load_state_dict(nn.Linear(2, 3).state_dict())


def vocabulary():
    nn.Embedding(1000, 8).load_state_dict(nn.Embedding(1002, 8).state_dict())


def input_channels():
    nn.Conv2d(1, 4, 3).load_state_dict(nn.Conv2d(3, 4, 3).state_dict())


def scalar():
    nn.BatchNorm1d(3).load_state_dict({**nn.BatchNorm1d(3).state_dict(), "weight": torch.ones(2, 3)})
