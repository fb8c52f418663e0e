"""The same message for other operations, one function each."""

import torch


def gradient(function, *numbers):
    with torch.autograd.detect_anomaly():
        x = torch.tensor(numbers, requires_grad=True)
        function(x).sum().backward()


def logarithm_of_zero():
    gradient(lambda x: torch.xlogy(x, x).where(x > 0, 0 * x.log()), 0.0, 1.0)


def division_of_zero_by_zero():
    gradient(lambda x: x / x, 0.0, 1.0)


def power_of_a_negative_number():
    gradient(lambda x: x**0.5, -1.0)


def norm_of_zero_in_the_second_derivative():
    gradient(lambda x: torch.autograd.grad(x.norm(), x, create_graph=True)[0], 0.0, 0.0)


def softmax_of_a_row_that_is_masked_out():
    gradient(lambda x: torch.softmax(x.masked_fill(torch.ones(2, dtype=torch.bool), float("-inf")), 0), 1.0, 2.0)


def infinite_factor():
    gradient(lambda x: x * float("inf") * 0.0, 1.0)
