"""The same words by other ways, one function each: a meta tensor stands in for one on a GPU."""

import numpy as np
import torch


def plain_call():
    torch.zeros(2, device="meta").numpy()


def list_of_tensors():
    np.array([torch.zeros(2, device="meta"), torch.zeros(2, device="meta")])


def numpy_function_with_an_axis():
    np.argmax(torch.zeros(2, 3, device="meta"), axis=1)


def needs_grad_too():
    torch.zeros(2, device="meta", requires_grad=True).numpy()
