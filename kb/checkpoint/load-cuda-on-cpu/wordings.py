"""Other wordings of the same fault, one function each."""

import io

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.serialization import skip_data


def _load_from(device):
    file = io.BytesIO()
    with FakeTensorMode(), skip_data(materialize_fake_tensors=True):
        torch.save({"weight": torch.empty(2, device=device)}, file)
    file.seek(0)
    torch.load(file)


def cuda():
    _load_from("cuda:1")


def xpu():
    _load_from("xpu:0")


def hpu():
    _load_from("hpu:0")


def apple():
    _load_from("mps:0")


def unknown_device():
    torch.serialization.default_restore_location(torch.UntypedStorage(2), "xla:0")
