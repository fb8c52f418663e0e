"""Other ways to the same message, one function each."""

import torch
from torch import nn
from torch.utils.checkpoint import checkpoint


def under_no_grad():
    net = nn.Linear(2, 1)
    with torch.no_grad():
        loss = net(torch.ones(3, 2)).sum()
    loss.backward()


def hard_decision():
    predictions = nn.Linear(2, 3)(torch.ones(4, 2)).argmax(1)
    nn.functional.l1_loss(predictions.float(), torch.zeros(4)).backward()


def rebuilt_loss():
    loss = nn.Linear(2, 1)(torch.ones(3, 2)).sum()
    torch.tensor(loss.item()).backward()


def detached():
    nn.Linear(2, 1)(torch.ones(3, 2)).detach().sum().backward()


def second_of_two():
    net = nn.Linear(2, 1)
    torch.autograd.backward([net(torch.ones(3, 2)).sum(), torch.ones(()) * 2])


def autograd_grad():
    x = torch.ones(3, requires_grad=True)
    torch.autograd.grad(torch.ones(3).sum(), x)


def backward_in_compiled_code():
    with torch._dynamo.config.patch(trace_autograd_ops=True):
        torch.compile(lambda x: x.sum().backward(), backend="eager", fullgraph=True)(torch.ones(3))


def reentrant_checkpoint():
    block = nn.Linear(2, 2)  # trainable, but its input does not require a gradient
    checkpoint(block, torch.ones(1, 2), use_reentrant=True).sum().backward()
