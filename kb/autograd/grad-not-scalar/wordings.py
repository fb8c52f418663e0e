"""Other wordings of the same fault, one function each."""

import torch

x = torch.ones(3, requires_grad=True)


def autograd_grad():
    torch.autograd.grad(x * 2, x)


def complex_loss():
    torch.ones((), dtype=torch.complex64, requires_grad=True).mul(2).backward()


def gradient_of_another_shape():
    (x * 2).backward(torch.ones(4))


def batched_gradient_of_another_shape():
    torch.autograd.grad(x * 2, x, torch.ones(2, 4), is_grads_batched=True)


def hessian():
    torch.autograd.functional.hessian(lambda x: x * 2, torch.ones(3))


def vector_jacobian_product():
    torch.autograd.functional.vjp(lambda x: x * 2, torch.ones(3))


def function_transform():
    torch.func.grad(lambda x: x * 2)(torch.ones(3))


def function_transform_of_a_pair():
    torch.func.grad(lambda x: (x.sum(), x))(torch.ones(3))
