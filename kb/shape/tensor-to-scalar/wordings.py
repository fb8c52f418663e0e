"""Other wordings of the same fault, one function each."""

import numpy
import torch


def to_float():
    float(torch.ones(10))


def list_of_tensors():
    torch.tensor([torch.ones(2), torch.ones(2)])


def to_index():
    ["a", "b"][torch.tensor([0, 1])]


def to_range():
    range(torch.tensor(3.0))


def to_text():
    f"{torch.ones(2):.2f}"


def list_into_an_element():
    torch.zeros(3)[0] = [1, 2]


def tuple_into_an_element():
    torch.zeros(3)[0] = (1, 2)


def array_into_an_element():
    torch.zeros(3, 2)[0] = numpy.zeros(2)


def value_of_full():
    torch.full((2,), torch.ones(2))


def value_of_fill():
    torch.zeros(3).fill_(torch.ones(2))


def value_of_index_fill():
    torch.zeros(3).index_fill_(0, torch.tensor([0]), torch.ones(2))


def value_of_linspace():
    torch.linspace(torch.ones(2), 1, 3)


def reference_implementation():
    torch._refs.item(torch.ones(3))


def nothing_to_convert():
    torch.empty(0).item()
