"""Other forms of the same fault, one function each."""

import torch
from torch import nn


def missing_only():
    nn.Linear(2, 2).load_state_dict({"weight": torch.zeros(2, 2)})


def unexpected_only():
    layer = nn.Linear(2, 2)
    layer.load_state_dict({**layer.state_dict(), "epoch": torch.tensor(3)})


def compiled():
    layer = nn.Linear(2, 2)
    layer.load_state_dict({f"_orig_mod.{name}": value for name, value in layer.state_dict().items()})


def with_another_head():
    net = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2))
    net.load_state_dict({"0.weight": torch.zeros(4, 4), "0.bias": torch.zeros(4), "1.weight": torch.zeros(10, 4)})


def extra_and_another_size():
    net = nn.Linear(4, 2)
    net.load_state_dict({"weight": torch.zeros(10, 4), "bias": torch.zeros(10), "scale": torch.zeros(1)})
