"""A wheel with kernels for the card. PyTorch's own start-up check runs; the card's properties are stood in for."""

import warnings
from unittest import mock

import torch

built_for = ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"]  # a cu129 wheel

card = {
    "device_count": lambda: 1,
    "get_device_name": lambda index=None: "NVIDIA GeForce RTX 5090",
    "get_device_capability": lambda index=None: (12, 0),
    "get_arch_list": lambda: built_for,
}
warnings.simplefilter("error")  # stop here, not at the first kernel
with mock.patch.multiple(torch.cuda, **card), mock.patch.object(torch.version, "cuda", "12.6"):
    torch.cuda._check_cubins()
    assert torch.cuda.get_device_capability() == (12, 0)
