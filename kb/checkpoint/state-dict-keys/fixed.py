"""A checkpoint of a model inside DataParallel is saved without its wrapper."""

import io
import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


def build():
    return nn.Sequential(nn.Linear(8, 4), nn.ReLU(), nn.Linear(4, 2)).to(device)


trained = nn.DataParallel(build())
checkpoint = io.BytesIO()
torch.save(trained.module.state_dict(), checkpoint)  # the names of the bare model
checkpoint.seek(0)

model = build()
model.load_state_dict(torch.load(checkpoint))
assert torch.equal(model[0].weight, trained.module[0].weight)
