"""Workers start by spawn, as on Windows and macOS, and the script has no main guard."""

import torch
from torch.utils.data import DataLoader, TensorDataset


def main():
    numbers = TensorDataset(torch.arange(8.0))
    loader = DataLoader(numbers, batch_size=4, num_workers=1, multiprocessing_context="spawn")
    total = 0.0
    for (batch,) in loader:
        total += batch.sum().item()
    assert total == 28.0


main()  # wrong: a worker imports this file, comes here as well, and starts workers of its own
