"""Other wordings of the same fault, one function each."""

import numpy as np
import torch

w = torch.ones(3, requires_grad=True)


def array():
    np.asarray(w)


def numpy_function():
    np.sqrt(w)


def list_of_losses():
    np.array([w.sum(), w.mean()])


def conjugated():
    torch.ones(3, dtype=torch.complex64).conj().numpy()


def imaginary_part_of_a_conjugate():
    torch.ones(3, dtype=torch.complex64).conj().imag.numpy()
