"""Calling resize_ on the tensor: that scales nothing, and the channels run into each other."""

import torch

red = torch.zeros(3, 40, 60)
red[0] = 1.0  # a picture that is red all over
small = red.resize_(3, 32, 32)
assert small.shape == (3, 32, 32)  # it runs ...
assert small[1].max() == 1.0  # ... and the green channel is filled with red
