"""A table of every user against every item is stored in full, although nearly all of it is zero."""

import sys

import torch

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

# three people rated three of the items of a large shop
users, items = 40_000_000, 10_000_000
user = torch.tensor([0, 7, 39_999_999], device=device)
item = torch.tensor([3, 3, 9_999_999], device=device)
stars = torch.tensor([5.0, 4.0, 1.0], device=device)

ratings = torch.zeros(users, items, device=device)  # wrong: 40 million x 10 million x 4 bytes
ratings[user, item] = stars
assert ratings.sum() == 10.0
