"""Tensors and modules of every kind at the place of a crash: metadata where there is any, silence where not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from beside import EXPLAINED, Pair

Run = Callable[..., Pair]

TENSORS = {
    "meta": "torch.ones(2, 3, device='meta')",
    "sparse": "torch.ones(2, 3).to_sparse()",
    "sparse in rows": "torch.ones(2, 3).to_sparse_csr()",
    "quantised": "torch.quantize_per_tensor(torch.ones(2, 3), 0.1, 0, torch.qint8)",
    "nested": "torch.nested.nested_tensor([torch.ones(2), torch.ones(3)])",
    "jagged": "torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged)",
    "fake": "FakeTensorMode().from_tensor(torch.ones(2, 3))",
    "from inference": "torch.inference_mode()(lambda: torch.ones(2, 3))()",
    "without storage": "freed(torch.ones(2, 3))",
    "mapped over": "escaped()",
    "uninitialised": "torch.nn.UninitializedParameter()",
    "deferred": "torch.nn.parameter.Buffer(torch.ones(2))",
    "of a subclass": "torch.ones(2, 3).as_subclass(Sub)",
    "a parameter of a subclass": "SubParameter(torch.ones(2, 3))",
    "complex, conjugated": "torch.ones(2, 3, dtype=torch.complex64).conj()",
    "of no dimension": "torch.tensor(1.0)",
    "of no element": "torch.ones(0, 3)",
    "a view of a leaf": "torch.ones(2, 3, requires_grad=True)[:, :2]",
    "functional": "functional()",
}
PREAMBLE = """
from torch._subclasses.fake_tensor import FakeTensorMode
class Sub(torch.Tensor):
    @classmethod
    def __torch_function__(cls, *a, **k): raise BaseException('asked')
    shape = property(lambda self: print('asked'))
class SubParameter(torch.nn.Parameter):
    @classmethod
    def __torch_function__(cls, *a, **k): raise BaseException('asked')
def freed(x):
    x.untyped_storage().resize_(0)
    return x
def escaped():
    kept = []
    torch.vmap(lambda x: (kept.append(x), x)[1])(torch.ones(2, 3))
    return kept[0]
def functional():
    kept = []
    torch.func.functionalize(lambda x: (kept.append(x), x)[1])(torch.ones(2, 3))
    return kept[0]
def work(t, x, w): return (t if x is None else x) @ w
"""


@pytest.mark.parametrize("kind", TENSORS)
def test_tensors_of_all_kinds(pair: Run, kind: str) -> None:
    source = f"{PREAMBLE}\nt = {TENSORS[kind]}\nmodel = torch.nn.Linear(3, 3)\nmodel.__dict__['odd'] = t\n"
    found = pair(source + "work(t, torch.ones(2, 3), torch.ones(4, 5))")
    assert EXPLAINED in found.added
    assert "asked" not in found.hooked.output


OPERANDS = {
    "meta": ("torch.ones(2, 3, device='meta')", "[2, 3] float32 on meta"),
    "a leaf": ("torch.ones(2, 3, requires_grad=True)", "requires grad"),
    "turned": ("torch.ones(3, 2).t()", "not contiguous"),
    "half": ("torch.ones(2, 3, dtype=torch.bfloat16)", "bfloat16"),
    "a parameter": ("torch.nn.Parameter(torch.ones(2, 3))", "requires grad"),
}


@pytest.mark.parametrize("kind", OPERANDS)
def test_what_an_operand_is(pair: Run, kind: str) -> None:
    tensor, told = OPERANDS[kind]
    kin = "torch.ones(4, 5, device='meta')" if kind == "meta" else "torch.ones(4, 5, dtype=x.dtype)"
    added = pair(f"x = {tensor}\nw = {kin}\nfail(x, w)").added.replace("\n              ", " ")
    assert "`x` [2, 3]" in added and told in added


def test_within_a_map_over_tensors(pair: Run) -> None:
    found = pair("torch.vmap(lambda x: fail(x, torch.ones(4, 5)))(torch.ones(7, 2, 3))")
    assert found.hooked.status == 1


def test_within_a_gradient_transform(pair: Run) -> None:
    found = pair("torch.func.grad(lambda x: fail(x, torch.ones(4, 5)).sum())(torch.ones(2, 3))")
    assert EXPLAINED in found.added


@pytest.mark.parametrize("mode", ["overrides.TorchFunctionMode", "utils._python_dispatch.TorchDispatchMode"])
def test_a_mode_of_the_users_is_not_asked(pair: Run, mode: str) -> None:
    source = f"""
from pytorch_explain import catch
import torch.utils._python_dispatch, torch.overrides
class Mode(torch.{mode}):
    def __torch_function__(self, f, types, args=(), kwargs=None): print(f); return f(*args, **(kwargs or {{}}))
    def __torch_dispatch__(self, f, types, args=(), kwargs=None): print(f); return f(*args, **(kwargs or {{}}))
x, w = torch.ones(2, 3), torch.ones(4, 5)
try:
    with Mode(), catch():
        fail(x, w)
except RuntimeError: pass
"""
    output = pair(source).hooked.output
    assert len(output.splitlines()) == 1, output  # the product itself


MODULES = {
    "lazy": "torch.nn.LazyLinear(4)",
    "scripted": "torch.jit.script(torch.nn.Sequential(torch.nn.Linear(3, 4)))",
    "traced": "torch.jit.trace(torch.nn.Linear(3, 4), torch.ones(2, 3))",
    "holding itself": "loop()",
    "not initialised": "Raw.__new__(Raw)",
    "with its own __dict__": "odd()",
    "compiled": "torch.compile(torch.nn.Linear(3, 4), backend='eager')",
    "pruned of its parts": "stripped()",
    "of fifty thousand parameters": "large()",
    "deep": "deep()",
    "quantised": "torch.ao.nn.quantized.Linear(3, 4)",
}
CLASSES = """
class Raw(torch.nn.Module): pass
class Odd(torch.nn.Module):
    __dict__ = property(lambda self: print('asked'))
class Asked(torch.nn.Module):
    def __getattr__(self, name): print('asked'); return super().__getattr__(name)
def odd():
    model = Odd.__new__(Odd)
    torch.nn.Module.__dict__['__dict__'].__get__(model).update(vars(torch.nn.Linear(3, 4)))
    return model
def loop():
    model = torch.nn.Sequential(torch.nn.Linear(3, 4))
    model._modules['again'] = model
    model[0]._modules['up'] = model
    return model
def stripped():
    model = torch.nn.Linear(3, 4)
    del model.__dict__['_parameters'], model.__dict__['_modules']
    return model
def large():
    small = torch.ones(1)
    model = torch.nn.ModuleList()
    for number in range(500):
        layer = torch.nn.Module()
        layer._parameters.update((f'p{i}', torch.nn.Parameter(small)) for i in range(100))
        model._modules[str(number)] = layer
    return model
def deep():
    model = torch.nn.Linear(3, 4)
    for _ in range(3000):
        model, below = torch.nn.Module(), model
        model._modules['m'] = below
    return model
class Net(torch.nn.Module):
    def __init__(self, part):
        super().__init__()
        self.__dict__['_modules']['part'] = part
        self.head = torch.nn.Linear(3, 4)
    def forward(self, x): return self.head(x)
"""


@pytest.mark.parametrize("kind", MODULES)
def test_modules_of_all_kinds(pair: Run, kind: str) -> None:
    found = pair(f"{CLASSES}\nmodel = Net({MODULES[kind]})\nmodel(torch.ones(2, 5))")
    assert "`model.head` Linear(3 -> 4)" in found.added.replace("\n              ", " ")
    assert "asked" not in found.hooked.output


def test_devices_are_compared_in_a_large_model_in_time(pair: Run) -> None:
    source = f"""
{CLASSES}
model = Net(large())
class Wrong(torch.nn.Module):
    def forward(self, x):
        raise RuntimeError('Expected all tensors to be on the same device, '
            'but found at least two devices, cuda:0 and cpu!')
model.head = Wrong()
model(torch.ones(2, 5))
"""
    assert "device-mismatch" in pair(source, timeout=10).added


def test_a_tensor_of_several_names_is_one(pair: Run) -> None:
    source = """
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = torch.nn.Linear(3, 4)
        self.bn = torch.nn.BatchNorm1d(4).double()
    def forward(self, x): return torch.mm(x, self.bn.weight.repeat(3, 1))
class Trainer: pass
trainer = Trainer()
trainer.model = network = model = Net()
model(torch.ones(2, 3))
"""
    added = pair(source).added.replace("\n              ", " ")
    assert "dtype-mismatch" in added
    assert added.count("bn.weight") <= 1, added


def test_ordered_children_as_older_versions_keep_them(pair: Run) -> None:
    source = """
from collections import OrderedDict
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.head = torch.nn.Linear(3, 4)
        self.__dict__['_modules'] = OrderedDict(self._modules)
    def forward(self, x): return self.head(x)
model = Net()
model(torch.ones(2, 5))
"""
    assert "`model.head` Linear(3 -> 4)" in pair(source).added.replace("\n              ", " ")


def test_the_model_of_a_deep_call_stack_is_found(pair: Run) -> None:
    source = """
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.head = torch.nn.Linear(3, 4)
    def forward(self, x): return self.head(x)
def through(depth, call): return through(depth - 1, call) if depth else call()
def main():
    model, x = Net(), torch.ones(2, 5)
    call = lambda: model(x)
    del x
    through(300, call)
def run():
    network = Net()
    return apply(network)
def apply(n): return through(300, lambda: n(torch.ones(2, 5)))
run()
"""
    assert "`network.head`" in pair(source).added


@pytest.mark.parametrize(
    "torch",
    [
        "import unittest.mock; m = unittest.mock.MagicMock()",
        "import types; m = types.ModuleType('torch'); m.__getattr__ = lambda name: print('asked', name)",
        "m = object()",
        "m = None",
    ],
)
def test_a_stand_in_for_torch_is_not_asked(pair: Run, torch: str) -> None:
    source = f"""
import sys
{torch}
for name in [name for name in sys.modules if name.split('.')[0] == 'torch']:
    del sys.modules[name]
sys.modules['torch'] = sys.modules['torch.nn'] = m
class T:
    shape = property(lambda self: print('asked'))
x = T()
raise RuntimeError('mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)')
"""
    assert EXPLAINED in pair(source).added or torch == "m = None"
