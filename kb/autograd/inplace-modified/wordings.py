"""Other wordings of the same fault, one function each."""

import torch
from torch import nn


def weights_changed_between_forward_and_backward():
    net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 1))
    loss = net(torch.ones(4, 2)).sum()
    with torch.no_grad():
        net[1].weight.sub_(0.1)  # what optimizer.step() does
    loss.backward()


def leaf_changed():
    w = torch.ones(3, requires_grad=True)
    loss = w.pow(2).sum()
    with torch.no_grad():
        w.mul_(2)
    loss.backward()


def written_by_index():
    h = torch.ones(3, 3, requires_grad=True) * 1
    product = h * h
    h[0] = 0
    product.sum().backward()


def integer_buffer_changed():
    positions = torch.tensor([0, 1])
    loss = nn.Embedding(4, 2)(positions).sum()
    positions += 1
    loss.backward()


def under_anomaly_mode():
    with torch.autograd.set_detect_anomaly(True):
        y = torch.ones(3, requires_grad=True).exp()
        y += 1
        y.sum().backward()


def one_of_several_views():
    first, second = (torch.ones(4, requires_grad=True) * 1).chunk(2)
    first.mul_(2)


def base_of_several_views():
    x = torch.ones(4, requires_grad=True) * 1
    first, second = x.chunk(2)
    x.mul_(2)
    first.grad_fn


def view_from_a_custom_function():
    class Same(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x.view(-1)

        @staticmethod
        def backward(ctx, grad):
            return grad

    Same.apply(torch.ones(4, requires_grad=True) * 1).mul_(2)


def inplace_relu_behind_a_hook():
    net = nn.Sequential(nn.Linear(2, 2), nn.ReLU(inplace=True))
    net[1].register_full_backward_hook(lambda module, grad_in, grad_out: None)
    net(torch.ones(1, 2))


def view_made_under_no_grad():
    w = torch.ones(4, requires_grad=True)
    with torch.no_grad():
        view = w.view(2, 2)
    view.mul_(2)


def view_made_under_inference_mode():
    x = torch.ones(4, requires_grad=True) * 1
    with torch.inference_mode():
        view = x.view(2, 2)
    view.mul_(2)
