"""Other wordings of the same fault, one function each."""

import torch


def column():
    torch.ones(3, 4)[0, 9]


def index_tensor():
    torch.ones(3)[torch.tensor([0, 5])]


def gather():
    torch.ones(3, 4).gather(1, torch.tensor([[10]]))


def scatter():
    torch.zeros(3, 4).scatter_(1, torch.tensor([[10]]), 1.0)


def select():
    torch.ones(3, 4).select(0, 5)


def index_copy():
    torch.ones(3).index_copy_(0, torch.tensor([5]), torch.ones(1))


def index_select_of_columns():
    torch.ones(3, 4).index_select(1, torch.tensor([5]))


def index_select_of_a_sparse_tensor():
    torch.eye(3).to_sparse().index_select(0, torch.tensor([5]))


def take():
    torch.ones(3).take(torch.tensor([7]))


def empty():
    torch.empty(0, 3)[torch.tensor([0])]


def storage():
    torch.ones(3).untyped_storage()[100]


def nested():
    torch.nested.nested_tensor([torch.ones(2, 2), torch.ones(3, 2)]).select(1, 5)


def narrow():
    torch.ones(3).narrow(0, 5, 1)


def sorter():
    torch.searchsorted(torch.ones(3), torch.ones(1), sorter=torch.tensor([0, 1, 9]))
