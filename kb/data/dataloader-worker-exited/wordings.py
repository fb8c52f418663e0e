"""Other ways for a worker to die, one function each."""

import os
import signal

import torch
from torch.utils.data import DataLoader, Dataset


class _Deadly(Dataset):
    def __init__(self, end):
        self.end = end

    def __len__(self):
        return 4

    def __getitem__(self, index):
        self.end()
        return torch.zeros(1)


def _run(end):
    try:
        list(DataLoader(_Deadly(end), num_workers=1, multiprocessing_context="fork"))
    except RuntimeError as error:
        raise (error.__cause__ or error) from None


def exits():
    _run(lambda: os._exit(1))


def aborts():
    _run(os.abort)


def segmentation_fault():
    _run(lambda: os.kill(os.getpid(), signal.SIGSEGV))


def terminated():
    _run(lambda: os.kill(os.getpid(), signal.SIGTERM))


def illegal_instruction():
    _run(lambda: os.kill(os.getpid(), signal.SIGILL))


def floating_point_exception():
    _run(lambda: os.kill(os.getpid(), signal.SIGFPE))


def hangup():
    _run(lambda: os.kill(os.getpid(), signal.SIGHUP))


def last_line():
    list(DataLoader(_Deadly(lambda: os._exit(1)), num_workers=2, multiprocessing_context="fork"))
