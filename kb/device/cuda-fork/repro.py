"""A data set that moves its samples to the GPU, read by forked workers. On the CPU nothing is wrong with it."""

import sys

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Waves(Dataset):
    def __len__(self):
        return 32

    def __getitem__(self, i):
        sample = torch.sin(torch.arange(16) * 0.1 * i)
        return sample.to(device)  # wrong: this runs in a worker, forked from a process that uses CUDA


if __name__ == "__main__":
    model = nn.Linear(16, 1).to(device)
    # "fork" is what Linux does by itself before Python 3.14
    loader = DataLoader(Waves(), batch_size=8, num_workers=2, multiprocessing_context="fork")
    total = 0
    for batch in loader:
        total += model(batch.to(device)).numel()
    assert total == 32
