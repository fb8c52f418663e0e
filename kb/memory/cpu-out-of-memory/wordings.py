"""The same refusal from other operations, one function each."""

import torch


def uninitialised():
    torch.empty(10**15)


def random_numbers():
    torch.randn(10**9, 10**6)


def one_hot_matrix():
    torch.eye(20_000_000)


def copy_of_a_view():
    torch.ones(1).expand(10**15).clone()


def all_pairs():
    points = torch.ones(20_000_000, 1)
    points + points.T


def storage():
    torch.UntypedStorage(10**15)
