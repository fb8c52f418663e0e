"""Other wordings of the same fault: PyTorch's own checks run, the card's properties are stood in for."""

import warnings
from unittest import mock

import torch


def _check(check, capability, built_for, name):
    card = {
        "device_count": lambda: 1,
        "get_device_name": lambda index=None: name,
        "get_device_capability": lambda index=None: capability,
        "get_arch_list": lambda: built_for,
    }
    with mock.patch.multiple(torch.cuda, **card), mock.patch.object(torch.version, "cuda", "12.6"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check()


def card_newer_than_the_build():
    built = ["sm_50", "sm_60", "sm_70", "sm_75", "sm_80", "sm_86", "sm_90"]
    _check(torch.cuda._check_capability, (12, 0), built, "NVIDIA GeForce RTX 5090")


def card_older_than_the_build():
    built = ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"]
    _check(torch.cuda._check_capability, (6, 1), built, "NVIDIA GeForce GTX 1080 Ti")


def card_older_than_the_build_first_check():
    built = ["sm_75", "sm_80", "sm_86", "sm_90", "sm_100", "sm_120"]
    _check(torch.cuda._check_cubins, (6, 1), built, "NVIDIA GeForce GTX 1080 Ti")
