"""Other wordings of the same fault, one function each."""

import torch
import torch.jit._shape_functions


def of_a_reduction_over_several():
    torch.ones(2, 3, 4).mean(dim=(1, 2, 3))


def of_a_scalar():
    torch.tensor(1.0).sum(1)


def of_parametrizations():
    torch.nn.utils.parametrizations.spectral_norm(torch.nn.Linear(2, 2), dim=5)


def of_a_layout():
    torch.empty_permuted((2, 3), (0, 2))


def without_dimensions():
    torch.unbind(torch.tensor(1.0))


def of_a_constraint():
    constraints = torch.distributions.constraints
    constraints.stack([constraints.real], dim=3).check(torch.ones(1))


def of_a_transform():
    transforms = torch.distributions.transforms
    transforms.StackTransform([transforms.ExpTransform()], dim=3)(torch.ones(1))


def of_vmap():
    torch.vmap(torch.sum, in_dims=2)(torch.ones(2, 2))


def shape_function_of_torchscript():
    torch.jit._shape_functions.maybe_wrap_dim(3, 2)
