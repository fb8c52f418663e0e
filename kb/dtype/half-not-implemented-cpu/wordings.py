"""Other wordings of the same fault, one function each."""

import torch
from torch.nn import functional as F

f16 = torch.eye(3).half()
bf16 = torch.eye(3).bfloat16()


def singular_values():
    torch.linalg.svd(f16)


def singular_values_bfloat16():
    torch.linalg.svd(bf16)


def qr():
    torch.linalg.qr(f16)


def determinant():
    torch.det(f16)


def inverse():
    torch.linalg.inv(f16)


def inverse_bfloat16():
    torch.linalg.inv(bf16)


def distances():
    torch.cdist(f16, f16)


def distances_bfloat16():
    torch.cdist(bf16, bf16)


def own_distances():
    F.pdist(f16)


def histogram():
    torch.histogram(f16, 3)


def ctc():
    log_probs = torch.zeros(5, 1, 4).half()
    F.ctc_loss(log_probs, torch.ones(1, 2).long(), torch.tensor([5]), torch.tensor([2]))


def multilabel_margin():
    F.multilabel_margin_loss(f16, torch.zeros(3, 3).long())


def multi_margin_bfloat16():
    F.multi_margin_loss(bf16, torch.zeros(3).long())


def dirichlet():
    torch.distributions.Dirichlet(torch.ones(3).half(), validate_args=False).sample()


def fourier():
    torch.stft(torch.ones(512).half(), 128, return_complex=True)


def resize_antialiased_bfloat16():
    F.interpolate(bf16[None, None], scale_factor=2, mode="bicubic", antialias=True)


def histogram_of_dimensions_bfloat16():
    torch.histogramdd(bf16, [3, 3, 3])


def dirichlet_bfloat16():
    torch.distributions.Dirichlet(torch.ones(3).bfloat16(), validate_args=False).sample()
