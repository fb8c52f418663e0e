"""The same message for other operations, one function each."""

import torch
from torch.autograd import detect_anomaly


def logarithm_of_zero():
    x = torch.tensor([0.0, 1.0], requires_grad=True)
    with detect_anomaly():
        torch.where(x > 0, x.log(), 0 * x).sum().backward()


def division_of_zero_by_zero():
    x = torch.tensor([0.0, 1.0], requires_grad=True)
    with detect_anomaly():
        (x / x).sum().backward()


def root_of_a_negative_number():
    x = torch.tensor([-1.0], requires_grad=True)
    with detect_anomaly():
        x.sqrt().sum().backward()


def power_of_a_negative_number():
    x = torch.tensor([-1.0], requires_grad=True)
    with detect_anomaly():
        (x**0.5).sum().backward()


def softmax_of_a_row_that_is_masked_out():
    x = torch.ones(2, requires_grad=True)
    with detect_anomaly():
        scores = x.masked_fill(torch.tensor([True, True]), float("-inf"))
        torch.softmax(scores, 0).sum().backward()


def overflow():
    x = torch.tensor([100.0], requires_grad=True)
    with detect_anomaly():
        (x.exp() / (1 + x.exp())).sum().backward()


def compiled_autograd():
    x = torch.zeros(1, requires_grad=True)
    with detect_anomaly(), torch._dynamo.compiled_autograd._enable(lambda graph: graph):
        (x.sqrt() * 0).sum().backward()


def forward_outside_of_anomaly_mode():
    y = torch.zeros(1, requires_grad=True).sqrt() * 0
    with detect_anomaly():
        y.sum().backward()
