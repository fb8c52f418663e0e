"""Other wordings of the same fault, one function each."""

import torch
from torch import nn

x = torch.ones(2)


class Net(nn.Module):
    def forward(self, x, mask):
        return x * mask


class Optional(nn.Module):
    def forward(self, x, mask=None):
        return x


class KeywordOnly(nn.Module):
    def forward(self, x, *, mask):
        return x * mask


class NoSelf(nn.Module):
    def forward(x):
        return x


class Typed(nn.Module):
    def forward(self, x: torch.Tensor):
        return x


def missing_one():
    Net()(x)


def missing_two():
    Net()()


def missing_keyword():
    KeywordOnly()(x)


def too_many():
    Net()(x, x, x)


def too_many_with_defaults():
    Optional()(x, x, x)


def self_forgotten():
    NoSelf()(x)


def on_the_class():
    Optional.forward(x)


def unknown_keyword():
    Optional()(x, attention_mask=x)


def given_twice():
    Net()(x, x, mask=x)


def sequential_with_two():
    nn.Sequential(nn.Linear(2, 2))(x, x)


def sequential_with_keyword():
    nn.Sequential(nn.Linear(2, 2))(x, mask=x)


def scripted_missing():
    torch.jit.script(Typed())()


def scripted_too_many():
    torch.jit.script(Typed())(x, x)
