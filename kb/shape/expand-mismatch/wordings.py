"""Other wordings of the same fault, one function each."""

import torch


def slot_of_another_size():
    features = torch.zeros(100, 64)
    features[0] = torch.ones(96)


def position_table_too_short():
    torch.arange(512).unsqueeze(0).expand(1, 678)


def bias_of_another_size():
    torch.nn.functional.linear(torch.ones(2, 3), torch.ones(5, 3), torch.ones(4))


def fewer_sizes_than_dimensions():
    torch.ones(4, 5).expand(5)


def fewer_sizes_under_vmap():
    torch.vmap(lambda row: row.expand(5))(torch.ones(2, 4, 5))


def new_leading_dimension_of_unknown_size():
    torch.ones(5).expand(-1, 5)


def as_traced():
    torch._refs.expand(torch.ones(4, 5), 3, 5)


def jagged():
    rows = [torch.ones(2, 3), torch.ones(4, 3)]
    torch.nested.nested_tensor(rows, layout=torch.jagged).expand(3, 5, 5)
