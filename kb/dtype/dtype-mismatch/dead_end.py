"""Casting raw measurements down to the model's half precision: it runs, and large values are infinite."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

model = nn.Linear(2, 2).to(device, torch.float16)
measured = torch.tensor([[101325.0, 293.0]], device=device)  # pressure in Pa, temperature in K

out = model(measured.to(torch.float16))  # float16 ends at 65504
assert measured.isfinite().all()
assert not out.isfinite().all()
