"""A step of gradient descent by hand, recorded by autograd as if it were part of the model."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

# a line through points, fitted by hand
x = torch.linspace(-1, 1, 50, device=device)
y = 3 * x
w = torch.zeros(1, device=device, requires_grad=True)

for step in range(100):
    loss = ((w * x - y) ** 2).mean()
    loss.backward()
    w -= 0.5 * w.grad  # wrong: the update itself is recorded for a gradient
    w.grad = None
assert abs(w.item() - 3) < 0.01
