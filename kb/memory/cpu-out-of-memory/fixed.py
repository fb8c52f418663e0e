"""A table of every user against every item, of which only the ratings that exist are stored."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

# three people rated three of the items of a large shop
users, items = 40_000_000, 10_000_000
user = torch.tensor([0, 7, 39_999_999], device=device)
item = torch.tensor([3, 3, 9_999_999], device=device)
stars = torch.tensor([5.0, 4.0, 1.0], device=device)

ratings = torch.sparse_coo_tensor(torch.stack([user, item]), stars, (users, items), check_invariants=True)
assert ratings.sum() == 10.0
