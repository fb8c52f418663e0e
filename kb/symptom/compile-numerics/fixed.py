"""A compiled bfloat16 model is compared with its run in float64.

The backend does in small what Inductor does to such a chain: it computes in float32 and rounds once, at the end.
"""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"


class Gate(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.randn(256))

    def forward(self, x):
        return nn.functional.gelu(x * self.scale + 0.1).softmax(dim=-1) * x


def fused(graph, inputs):
    return lambda *given: [out.bfloat16() for out in graph(*(tensor.float() for tensor in given))]


torch.manual_seed(0)
model = Gate().to(device, torch.bfloat16)
x = torch.randn(64, 256).to(device, torch.bfloat16)
with torch.no_grad():
    compiled = torch.compile(model, backend=fused)(x).double()
    truth = model.double()(x.double())
error = (compiled - truth).abs().max().item()
assert error < 0.01, f"the compiled result is off by {error:.4f}"
