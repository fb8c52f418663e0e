"""Other wordings of the same fault, one function each."""

import torch
from torch import nn


class _Bare(nn.Module):
    def __init__(self):
        self.size = 3


def assign_parameter():
    _Bare().weight = nn.Parameter(torch.zeros(2))


def register_parameter():
    _Bare().register_parameter("weight", nn.Parameter(torch.zeros(2)))


def register_buffer():
    _Bare().register_buffer("mean", torch.zeros(2))


def super_without_self():
    class Net(nn.Module):
        def __init__(self):
            super(Net).__init__()
            self.fc = nn.Linear(2, 2)

    Net()


def call_it():
    _Bare()(torch.zeros(2))


def list_parameters():
    list(_Bare().parameters())


def move_it():
    _Bare().to("cpu")


def save_it():
    _Bare().state_dict()


def load_it():
    _Bare().load_state_dict({})


def hook_it():
    _Bare().register_forward_hook(print)


def hook_it_before():
    _Bare().register_forward_pre_hook(print)


def list_buffers():
    list(_Bare().buffers())
