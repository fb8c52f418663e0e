"""The embedding is sized after the special tokens joined the vocabulary."""

import sys

import torch
from torch import nn

device = sys.argv[1] if len(sys.argv) > 1 else "cpu"

vocabulary = {"the": 0, "cat": 1, "sat": 2, "on": 3, "mat": 4}
vocabulary["<unk>"] = len(vocabulary)
vocabulary["<pad>"] = len(vocabulary)
size = len(vocabulary)
embedding = nn.Embedding(size, 8).to(device)

sentences = ["the cat sat on the mat", "the dog sat"]
rows = [[vocabulary.get(word, vocabulary["<unk>"]) for word in text.split()] for text in sentences]
longest = max(map(len, rows))
ids = torch.tensor([row + [vocabulary["<pad>"]] * (longest - len(row)) for row in rows], device=device)
vectors = embedding(ids)
torch.sum(vectors).item()  # waits for the device, so that a GPU reports the fault here
assert vectors.shape == (2, 6, 8)
