"""Holding the index inside the series: it runs, and one value is the target of two windows."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

torch.manual_seed(0)
series = torch.randn(12, device=device)
window = 4
targets = []
for i in range(len(series) - window + 1):
    targets.append(series[min(i + window, len(series) - 1)])
assert targets[-1] == targets[-2]  # the last window is asked to predict a value that it contains
