"""The words of each backend. A build with CUDA marks a child at the fork; on a CPU build the mark is set by hand."""

from unittest import mock

import torch


def cuda():
    with mock.patch.object(torch.cuda, "_is_in_bad_fork", lambda: True):
        torch.zeros(2, device="cuda")


def xpu():
    with mock.patch.object(torch.xpu, "_is_in_bad_fork", lambda: True):
        torch.zeros(2, device="xpu")


def mtia():
    with mock.patch.object(torch.mtia, "_is_in_bad_fork", lambda: True):
        torch.zeros(2, device="mtia")
