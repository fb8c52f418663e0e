"""Other wordings of the same fault, one function each."""

import torch
import torch.jit._shape_functions


def meta_tensors():
    torch.ones(2, 3, device="meta") + torch.ones(2, 4, device="meta")


def shapes_alone():
    torch.broadcast_shapes((2, 3), (2, 4))


def comparison():
    torch.ones(3) == torch.ones(4)


def batches_of_a_matrix_product():
    torch.ones(8, 5, 64) @ torch.ones(4, 64, 7)


def attention_mask():
    q = torch.ones(2, 4, 5, 8)
    torch.nn.functional.scaled_dot_product_attention(q, q, q, attn_mask=torch.ones(5, 6))


def parameter_copied():
    torch.zeros(3, 4).copy_(torch.ones(3, 5))


def distribution():
    torch.distributions.Normal(torch.ones(3), torch.ones(3)).log_prob(torch.ones(4))


def sparse_sum():
    torch.ones(3, 3).to_sparse() + torch.ones(3, 4).to_sparse()


def csr_sum():
    torch.ones(3, 3).to_sparse_csr().add_(torch.ones(4, 4).to_sparse_csr())


def jagged_sum():
    rows = [torch.ones(2, 3), torch.ones(4, 3)]
    a = torch.nested.nested_tensor(rows, layout=torch.jagged)
    b = torch.nested.nested_tensor(rows[::-1], layout=torch.jagged)
    a + b


def empty_on_the_left():
    torch.ones(4, 0) + torch.ones(4, 1536)


def empty_on_the_right():
    torch.ones(4, 1536) + torch.ones(4, 0)


def shape_function_of_torchscript():
    torch.jit._shape_functions.broadcast([2, 3], [2, 4])
