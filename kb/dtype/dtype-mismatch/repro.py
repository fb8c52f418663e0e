"""NumPy counts in float64, the model in float32."""

import sys

import numpy as np
import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

table = np.linspace(0.0, 1.0, 32 * 4).reshape(32, 4)  # NumPy's own dtype: float64
features = torch.from_numpy(table).to(device)  # wrong: stays float64

model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)).to(device)
out = model(features)
assert out.dtype == torch.float32
