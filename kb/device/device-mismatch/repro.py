"""forward() makes a tensor and does not say where: it is made on the CPU (`cpu`: a fake GPU stands in)."""

import contextlib
import sys

import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class AddPositions(nn.Module):
    def forward(self, x):
        position = torch.arange(x.shape[1])  # wrong: no device=, and x may be on the GPU
        return x + torch.sin(position / 10).unsqueeze(1)


# Fake tensors have shapes, dtypes and devices, but no numbers: the rules are those of a real GPU.
with FakeTensorMode() if device == "cpu" else contextlib.nullcontext():
    tokens = torch.randn(8, 20, 32, device="cuda")
    out = AddPositions()(tokens)
    assert out.shape == (8, 20, 32) and out.device.type == "cuda"
