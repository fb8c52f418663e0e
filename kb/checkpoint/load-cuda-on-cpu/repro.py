"""Weights saved on the GPU of a server are loaded on a computer that has none.

The server is played by fake tensors: the file is a real one, its weights lie on cuda:0.
"""

import os
import tempfile

import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.serialization import skip_data


def save_on_server(path):
    with FakeTensorMode(), skip_data(materialize_fake_tensors=True):
        weight, bias = torch.empty(2, 8, device="cuda:0"), torch.empty(2, device="cuda:0")
        torch.save({"weight": weight, "bias": bias}, path)


with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "model.pt")
    save_on_server(path)
    weights = torch.load(path)  # wrong: puts each tensor back where it lay, on cuda:0
net = nn.Linear(8, 2)
net.load_state_dict(weights)
assert weights["weight"].device.type == "cpu"
