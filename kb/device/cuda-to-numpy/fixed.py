"""The perplexity of an evaluation, computed where the tensor is."""

import sys

import torch
import torch.nn.functional as F

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"
if device == "cpu":
    device = "meta"  # stands in for a GPU: the numbers of its tensors are not in host memory either

total = torch.zeros((), device=device)
for _ in range(3):
    logits = torch.randn(8, 10, device=device)
    target = torch.randint(10, (8,), device=device)
    total += F.cross_entropy(logits, target)

perplexity = torch.exp(total / 3)
assert perplexity.ndim == 0
