"""Passing ones to backward: it runs, and every gradient is 32 times that of the mean."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

model = nn.Linear(20, 3).to(device)
x = torch.randn(32, 20, device=device)
labels = torch.randint(0, 3, (32,), device=device)
weights = torch.rand(32, device=device)  # one weight a sample

losses = nn.functional.cross_entropy(model(x), labels, reduction="none")
loss = weights * losses
(wanted,) = torch.autograd.grad(loss.mean(), model.weight, retain_graph=True)
loss.backward(torch.ones_like(loss))  # the gradient of the sum
assert torch.allclose(model.weight.grad, 32 * wanted, atol=1e-4)  # grows with the batch, like the step
