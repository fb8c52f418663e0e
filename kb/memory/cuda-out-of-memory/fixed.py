"""Distances from every point to two centres were wanted, and each point is compared with them alone."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

points = torch.randn(2_000_000, 16, device=device)
centres = torch.randn(2, 16, device=device)

difference = points[:, None] - centres[None]  # 2,000,000 x 2 pairs
nearest = difference.norm(dim=2).argmin(dim=1)
assert nearest.shape == (2_000_000,)
