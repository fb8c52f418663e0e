"""Writing w = w - ... instead of w -= ...: the new w is a result, not a parameter, and gets no gradient."""

import sys
import warnings

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

x = torch.linspace(-1, 1, 50, device=device)
y = 3 * x
w = torch.zeros(1, device=device, requires_grad=True)

loss = ((w * x - y) ** 2).mean()
loss.backward()
w = w - 0.5 * w.grad  # runs
loss = ((w * x - y) ** 2).mean()
loss.backward()
warnings.simplefilter("ignore")  # PyTorch warns about the next line
assert w.grad is None  # no second step is possible, and an optimizer would still hold the old w
assert not w.is_leaf
