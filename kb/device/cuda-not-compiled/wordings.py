"""Other wordings of the same fault, one function each."""

import torch


def old_tensor_type():
    torch.cuda.FloatTensor([1.0])


def stream():
    torch.cuda.Stream()


def event():
    torch.cuda.Event()


def generator():
    torch.Generator(device="cuda")


def set_device():
    torch.cuda.set_device(0)


def nvtx():
    torch.cuda.nvtx.range_push("step")


def mps():
    torch.nn.Linear(2, 2).to("mps")


def xpu():
    torch.zeros(2, device="xpu")


def mtia():
    torch.zeros(2, device="mtia")


def xla():
    torch.zeros(2).to("xla")
