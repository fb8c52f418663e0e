"""Distances from every point to two centres were wanted; every point is compared with every other."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

points = torch.randn(2_000_000, 16, device=device)
centres = torch.randn(2, 16, device=device)

difference = points[:, None] - points[None]  # wrong: 2,000,000 x 2,000,000 pairs, 232 TiB
nearest = difference.norm(dim=2).argmin(dim=1)
assert nearest.shape == (2_000_000,)
