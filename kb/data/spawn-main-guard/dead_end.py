"""freeze_support() alone, as the message seems to ask: it does nothing for a plain script."""

from multiprocessing import freeze_support

import torch
from torch.utils.data import DataLoader, TensorDataset


def main():
    numbers = TensorDataset(torch.arange(8.0))
    loader = DataLoader(numbers, batch_size=4, num_workers=1, multiprocessing_context="spawn")
    total = 0.0
    for (batch,) in loader:
        total += batch.sum().item()
    assert total == 28.0


freeze_support()
main()
