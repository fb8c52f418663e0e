"""Emptying caches before the request: the request itself is too large, so it is refused all the same."""

import gc
import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

users, items = 40_000_000, 10_000_000
gc.collect()
torch.cuda.empty_cache()  # gives back unused GPU memory; the CPU allocator keeps no cache
ratings = torch.zeros(users, items, device=device)
