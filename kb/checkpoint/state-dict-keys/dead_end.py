"""strict=False silences the error: not one weight is loaded."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


def build():
    return nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.Linear(4, 2)).to(device)


trained = nn.DataParallel(build())
model = build()
before = model[0].weight.clone()
report = model.load_state_dict(trained.state_dict(), strict=False)
assert torch.equal(model[0].weight, before)  # still the random weights it was made with
assert len(report.missing_keys) == len(model.state_dict())  # every single name
