"""Other ways to the same message, one function each."""

import torch

x = torch.ones(3, requires_grad=True)


def loss_of_the_loop_before():
    total = 0
    for _ in range(2):
        total = total + (x**2).sum()
        total.backward()


def shared_part():
    shared = x.exp()
    shared.sum().backward()
    shared.mean().backward()


def autograd_grad():
    loss = (x**2).sum()
    torch.autograd.grad(loss, x)
    torch.autograd.grad(loss, x)


def saved_tensor():
    y = x**2
    y.sum().backward()
    y.grad_fn._saved_self


def hooks_on_a_saved_tensor():
    y = x**2
    saved = y.grad_fn._raw_saved_self
    y.sum().backward()
    saved.register_hooks(lambda t: t, lambda t: t)
