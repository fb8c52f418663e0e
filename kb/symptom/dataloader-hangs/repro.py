"""A thread holds a lock while the worker is forked, and in the worker's copy of it nobody will ever let go.

A real program waits for ever; this one gives up after two seconds. Libraries hide such locks, and threads.
"""

import threading

import torch
from torch.utils.data import DataLoader, Dataset

cache_lock = threading.Lock()


class Images(Dataset):
    def __len__(self):
        return 8

    def __getitem__(self, index):
        free = cache_lock.acquire(timeout=2)
        assert free, f"sample {index}: after 2 s the lock is still held, by a thread this process does not have"
        cache_lock.release()
        return torch.full((3,), float(index))


def refresh(begun, finished):
    with cache_lock:
        begun.set()
        finished.wait()


if __name__ == "__main__":
    begun, finished = threading.Event(), threading.Event()
    threading.Thread(target=refresh, args=(begun, finished)).start()
    begun.wait()
    loader = DataLoader(Images(), batch_size=4, num_workers=1, multiprocessing_context="fork")  # wrong: fork
    batches = iter(loader)  # the worker starts here, and
    finished.set()  # here the lock is free again, in this process
    assert sum(batch.sum().item() for batch in batches) == 84.0
