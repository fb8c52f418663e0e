"""The same message for other operations, one function each."""

import torch


def gradient(function, *numbers):
    with torch.autograd.detect_anomaly():
        x = torch.tensor(numbers, requires_grad=True)
        function(x).sum().backward()


def logarithm_of_zero():
    gradient(lambda x: torch.where(x > 0, x.log(), 0 * x), 0.0, 1.0)


def division_of_zero_by_zero():
    gradient(lambda x: x / x, 0.0, 1.0)


def root_of_a_negative_number():
    gradient(lambda x: x.sqrt(), -1.0)


def power_of_a_negative_number():
    gradient(lambda x: x**0.5, -1.0)


def softmax_of_a_row_that_is_masked_out():
    mask = torch.ones(2, dtype=torch.bool)
    gradient(lambda x: torch.softmax(x.masked_fill(mask, float("-inf")), 0), 1.0, 2.0)


def overflow():
    gradient(lambda x: x.exp() / (1 + x.exp()), 100.0)


def forward_outside_of_anomaly_mode():
    y = torch.zeros(1, requires_grad=True).sqrt() * 0
    with torch.autograd.detect_anomaly():
        y.sum().backward()
