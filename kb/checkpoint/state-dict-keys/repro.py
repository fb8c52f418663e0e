"""A checkpoint saved from a model inside DataParallel is loaded into the bare model."""

import io
import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


def build():
    return nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.Linear(4, 2)).to(device)


trained = nn.DataParallel(build())
checkpoint = io.BytesIO()
torch.save(trained.state_dict(), checkpoint)  # wrong: every name begins with "module."
checkpoint.seek(0)

model = build()
model.load_state_dict(torch.load(checkpoint))
assert torch.equal(model[0].weight, trained.module[0].weight)
