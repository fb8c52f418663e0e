"""Other wordings of the same fault, one function each."""

import torch
from torch import nn

x = torch.ones(2)


class _Net(nn.Module):
    def forward(self, x, mask):
        return x * mask


class _Optional(nn.Module):
    def forward(self, x, mask=None):
        return x


class _KeywordOnly(nn.Module):
    def forward(self, x, *, mask):
        return x * mask


class _NoSelf(nn.Module):
    def forward(x):
        return x


class _NoInput(nn.Module):
    def forward():
        return 0


class _Typed(nn.Module):
    def forward(self, x: torch.Tensor):
        return x


def missing_one():
    _Net()(x)


def missing_two():
    _Net()()


def missing_keyword():
    _KeywordOnly()(x)


def too_many():
    _Net()(x, x, x)


def too_many_with_defaults():
    _Optional()(x, x, x)


def self_forgotten():
    _NoSelf()(x)


def nothing_declared():
    _NoInput()()


def unknown_keyword():
    _Optional()(x, attention_mask=x)


def given_twice():
    _Net()(x, x, mask=x)


def sequential_with_two():
    nn.Sequential(nn.Linear(2, 2))(x, x)


def sequential_with_keyword():
    nn.Sequential(nn.Linear(2, 2))(x, mask=x)


def scripted_missing():
    torch.jit.script(_Typed())()


def scripted_too_many():
    torch.jit.script(_Typed())(x, x)
