"""Other ways for a worker to die, one function each."""

import os
import signal

import torch
from torch.utils.data import DataLoader, Dataset


class Deadly(Dataset):
    def __init__(self, end):
        self.end = end

    def __len__(self):
        return 4

    def __getitem__(self, index):
        self.end()
        return torch.zeros(1)


def run(end):
    try:
        list(DataLoader(Deadly(end), num_workers=1))
    except RuntimeError as error:
        raise (error.__cause__ or error) from None


def exits():
    run(lambda: os._exit(1))


def aborts():
    run(os.abort)


def segmentation_fault():
    run(lambda: os.kill(os.getpid(), signal.SIGSEGV))


def terminated():
    run(lambda: os.kill(os.getpid(), signal.SIGTERM))


def illegal_instruction():
    run(lambda: os.kill(os.getpid(), signal.SIGILL))


def floating_point_exception():
    run(lambda: os.kill(os.getpid(), signal.SIGFPE))


def hangup():
    run(lambda: os.kill(os.getpid(), signal.SIGHUP))


def last_line():
    list(DataLoader(Deadly(lambda: os._exit(1)), num_workers=2))
