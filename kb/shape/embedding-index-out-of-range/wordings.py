"""Other wordings of the same fault, one function each."""

import torch
from torch import nn


def negative_id():
    nn.Embedding(10, 3)(torch.tensor([-1]))


def bag():
    nn.EmbeddingBag(10, 3)(torch.tensor([[1, 10]]))


def bag_of_maxima():
    nn.EmbeddingBag(10, 3, mode="max")(torch.tensor([[1, 10]]))


def quantized_bag():
    torch.ao.nn.quantized.EmbeddingBag(10, 12)(torch.tensor([3, 20]), torch.tensor([0]))
