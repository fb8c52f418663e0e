"""Other wordings of the same fault, one function each."""

import torch
from torch.nn import functional as F


def _labels(*shape):
    return torch.zeros(*shape, dtype=torch.long)


def mask_with_channel():
    F.cross_entropy(torch.randn(4, 10, 3, 3), _labels(4, 1, 3, 3))


def maps_and_image_labels():
    F.cross_entropy(torch.randn(4, 10, 3, 3), _labels(4))


def maps_and_rows():
    F.cross_entropy(torch.randn(4, 10, 3, 3), _labels(4, 3))


def other_map_size():
    F.cross_entropy(torch.randn(4, 10, 3, 3), _labels(4, 5, 5))


def classes_last():
    F.cross_entropy(torch.randn(32, 7, 10), _labels(32, 7))


def image_classifier_without_pooling():
    F.cross_entropy(torch.randn(32, 10, 5), _labels(32))


def one_sample_many_labels():
    F.cross_entropy(torch.randn(10), _labels(3))


def multi_margin():
    F.multi_margin_loss(torch.randn(4, 10), _labels(4, 1))


def multilabel_margin():
    F.multilabel_margin_loss(torch.randn(4, 10), _labels(4))


def cosine_embedding():
    F.cosine_embedding_loss(torch.randn(4, 8), torch.randn(4, 8), torch.ones(4, 1))


def meta_device():
    F.cross_entropy(torch.randn(4, 10, device="meta"), _labels(4, 1).to("meta"))


def operator_sizes():
    torch.ops.aten.nll_loss_forward(torch.randn(4, 10), _labels(5), None, 1, -100)


def operator_input_dims():
    torch.ops.aten.nll_loss2d_forward(torch.randn(4, 10, 3), _labels(4, 3, 3), None, 1, -100)
