"""Other wordings of the same fault, one function each."""

import argparse
import datetime
import io
import os
import pickle

import torch
from torch import nn


def _load(value, **options):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, **options)


def asked_for():
    _load(nn.Linear(2, 2), weights_only=True)


def command_line_arguments():
    _load({"args": argparse.Namespace(lr=0.1)})


def numpy_scalar():
    import numpy

    _load({"loss": numpy.float64(0.5)})


def numpy_array():
    import numpy

    _load({"mean": numpy.zeros(3)})


class _Command:
    def __reduce__(self):
        return os.getcwd, ()


def runs_code():
    _load({"epoch": _Command()})


def pickle_module():
    _load({"epoch": 3}, weights_only=True, pickle_module=pickle)


def other_protocol():
    torch.load(io.BytesIO(pickle.dumps({"when": datetime.date(2024, 1, 1)}, protocol=4)))


def torchscript():
    file = io.BytesIO()
    torch.jit.save(torch.jit.script(nn.Linear(2, 2)), file)
    file.seek(0)
    torch.load(file)


def numpy_type_behind_allowed_names():
    import numpy

    with torch.serialization.safe_globals([numpy.dtype, numpy._core.multiarray.scalar]):
        _load({"loss": numpy.float32(0.5)})
