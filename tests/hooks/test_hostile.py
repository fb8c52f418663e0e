"""Objects that raise, block or lie when they are looked at: the hook says what it has to say and looks at none.

Every method of theirs writes to standard output, which must be the same without the hook and with it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest
from beside import EXPLAINED, Pair

Run = Callable[..., Pair]

HOSTILE = """
import os, time
METHODS = '''__str__ __repr__ __getattr__ __getattribute__ __eq__ __hash__ __len__ __bool__ __iter__ __format__
__getitem__ __contains__ __dir__ __index__ __int__ __call__ __instancecheck__ __subclasscheck__ __array__ __fspath__
__lt__ __get__ __enter__ keys __torch_function__ __reduce_ex__ __sizeof__'''.split()
PROPERTIES = '__class__ __dict__ shape dtype device _modules _parameters is_contiguous __name__ __module__'.split()

def told(name, result):
    def method(*arguments, **named):
        os.write(1, (name + ' ').encode())
        return result()
    return method

def refuse(): raise BaseException('do not look at me')
def block(): time.sleep(3600)
def lie(): return torch.nn.Linear
RESULT = {result}

def hostile(name, *bases, but=()):
    space = {{method: told(method, RESULT) for method in METHODS if method not in but}}
    space |= {{name: property(told(name, RESULT)) for name in PROPERTIES if name not in but}}
    return type(name, bases, space)

Hostile = hostile('Hostile', object)
h = object.__new__(Hostile)
"""
#: What is called is seen on standard output, whatever it then does; all three are tried at one place.
BEHAVIOURS = ("refuse", "block", "lie")
_OFTEN = "an attribute of a module"
PLACES = {
    "a local variable": "fail(torch.ones(2, 3), torch.ones(4, 5), h)",
    "an operand": """
def work(x, h): return torch.mm(x, torch.ones(4, 5), out=(h if x is None else None)), h.y
work(torch.ones(2, 3), h)
""",
    "a global": "x = torch.ones(2, 3)\nx @ torch.ones(4, 5)",
    "an item": "batch = [h, torch.ones(2, 3)]\nbatch[1] @ torch.ones(4, 5)",
    "a key": """
class Key:
    __hash__ = lambda self: 1
    __eq__ = told('__eq__', RESULT)
batch = {}
batch[Key()] = 1
class One(int): pass
def work(batch): return batch_get(batch) @ torch.ones(4, 5), batch[1]
def batch_get(batch): return torch.ones(2, 3)
work(batch)
""",
    "an attribute of a module": """
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.__dict__['other'] = h
        self.fc = torch.nn.Linear(3, 4)
    def forward(self, x): return self.fc(x)
model = Net()
model(torch.ones(2, 5))
""",
    "among the modules": """
model = torch.nn.Sequential(torch.nn.Linear(3, 4))
model._modules['h'] = h
model[0](torch.ones(2, 5))
""",
    "where the modules are": """
model = torch.nn.Sequential(torch.nn.Linear(3, 4))
layer = model[0]
class Dict(dict): pass
for name in ('items', 'get', '__iter__', '__len__', '__getitem__', 'values', 'keys'):
    setattr(Dict, name, told(name, RESULT))
model.__dict__['_modules'] = Dict()
layer(torch.ones(2, 5))
""",
}


@pytest.mark.parametrize(
    ("place", "behaviour"), [(place, "block") for place in PLACES] + [(_OFTEN, "refuse"), (_OFTEN, "lie")]
)
def test_no_object_of_the_program_is_asked_anything(pair: Run, place: str, behaviour: str) -> None:
    found = pair(HOSTILE.format(result=behaviour) + PLACES[place])
    assert EXPLAINED in found.added
    assert found.native.status == 1


@pytest.mark.parametrize("behaviour", BEHAVIOURS)
def test_no_metaclass_is_asked_anything(pair: Run, behaviour: str) -> None:
    source = """
Meta = hostile('Meta', type, but=('__getattribute__', '__call__', '__class__', '__dict__', '__module__', '__name__'))
class Object(metaclass=Meta): pass
class Net(torch.nn.Module, metaclass=Meta):
    def forward(self, x): return self.fc(x)
net = type.__call__(Net)
net.fc = torch.nn.Linear(3, 4)
o = type.__call__(Object)
os.write(1, b'now ')
def work(net, o, Object, x): return torch.nn.Module.__call__(net, x)
work(net, o, Object, torch.ones(2, 5))
"""
    found = pair(HOSTILE.format(result=behaviour) + source)
    assert EXPLAINED in found.added
    assert "net.fc" in found.added or "self.fc" in found.added


@pytest.mark.parametrize("behaviour", ["refuse", "lie"])
def test_no_exception_is_asked_more_than_python_asks_it(pair: Run, behaviour: str) -> None:
    source = """
Error = hostile('Error', RuntimeError, but=('__str__', '__call__'))
error = Error.__new__(Error, 'mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)')
os.write(1, b'now ')
raise error
"""
    assert EXPLAINED in pair(HOSTILE.format(result=behaviour) + source).added


def test_a_message_is_taken_from_plain_arguments_alone(pair: Run) -> None:
    found = pair(
        """
class Text(str):
    def __str__(self): return 'mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)'
    __format__ = __getitem__ = __len__ = __hash__ = __contains__ = lambda *a: print('asked')
raise RuntimeError(Text('x'))
"""
    )
    assert found.added == ""


ODD = {
    "no arguments": "raise RuntimeError",
    "a number": "raise RuntimeError(3)",
    "a number of more digits than Python prints": "raise KeyError(10 ** 100_000)",
    "a list": "raise RuntimeError(['torch'])",
    "a tensor": "raise RuntimeError(torch.ones(2))",
    "bytes": "raise RuntimeError(b'torch')",
    "None": "raise RuntimeError(None, None)",
    "many": "raise RuntimeError(*map(str, range(100_000)))",
    "an argument that is itself": "e = RuntimeError(); e.args = (e,); raise e",
    "a lone surrogate": "raise RuntimeError('torch \\udcff')",
    "a control character": "raise RuntimeError('torch \\x1b[31m\\0')",
    "a group within groups": """
def group(depth): return ExceptionGroup('g', [group(depth - 1), ValueError('v')]) if depth else RuntimeError('leaf')
raise group(20)
""",
    "a loop of causes": """
a, b = RuntimeError('a'), ValueError('b')
a.__cause__, b.__context__ = b, a
raise a
""",
    "a chain of a thousand": """
error = RuntimeError('first')
for number in range(1000):
    later = RuntimeError(str(number))
    later.__cause__, error = error, later
raise error
""",
    "an interrupt": "raise KeyboardInterrupt",
    "a wish to leave": "raise SystemExit(7)",
    "a message on leaving": "raise SystemExit('torch: mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)')",
    "a syntax error": "exec('x = = 1')",
    "no memory": "raise MemoryError",
    "really no memory": "bytearray(1 << 62)",
    "the recursion limit": "def f(): return f()\nf()",
    "an import that fails": "import no_such_torch_module",
    "a class of an own name": "class 错误(Exception): pass\nraise 错误('出错了')",
    "an exception group with odd members": "raise BaseExceptionGroup('g', [KeyboardInterrupt(), SystemExit(3)])",
}


@pytest.mark.parametrize("kind", ODD)
def test_odd_exceptions_end_as_they_did(pair: Run, kind: str) -> None:
    assert pair(_possible(ODD[kind])).added == ""


def _possible(source: str) -> str:
    if "ExceptionGroup" in source and sys.version_info < (3, 11):
        pytest.skip("Python 3.11 and later have exception groups")
    return source


KNOWN = "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)"
FOUND = {
    "arguments made a list": f"e = RuntimeError('x'); e.args = [{KNOWN!r}]; raise e",
    "a class whose args lie": f"class E(RuntimeError): args = ['nothing']\nraise E({KNOWN!r})",
    "within a group": f"raise ExceptionGroup('g', [ValueError('v'), ExceptionGroup('h', [RuntimeError({KNOWN!r})])])",
    "a cause": f"raise SystemError('epoch 3 failed') from RuntimeError({KNOWN!r})",
    "a context": f"try:\n    raise RuntimeError({KNOWN!r})\nexcept RuntimeError:\n    raise ValueError('epoch 3')",
    "a class name that is a text of the user's": f"""
class Name(str):
    __str__ = __format__ = __len__ = __hash__ = lambda *a: print('asked')
E = type('RuntimeError', (RuntimeError,), {{}})
E.__name__ = Name('RuntimeError')
raise E({KNOWN!r})
""",
    "a class made elsewhere": f"class E(RuntimeError): __module__ = 3\nraise E({KNOWN!r})",
}


@pytest.mark.parametrize("kind", FOUND)
def test_what_is_known_is_found_wherever_it_stands(pair: Run, kind: str) -> None:
    assert EXPLAINED in pair(_possible(FOUND[kind])).added


def test_a_message_of_a_hundred_megabytes(pair: Run) -> None:
    found = pair(f"raise RuntimeError({KNOWN!r} + '\\n' + 'a b ' * 25_000_000)")
    added = found.hooked.errors[len(found.native.errors) :]
    assert found.hooked.errors[: len(found.native.errors)] == found.native.errors
    assert EXPLAINED in added


def test_thirty_long_messages_are_read_in_time(pair: Run) -> None:
    source = """
error = RuntimeError('first')
for number in range(30):
    later = RuntimeError(f'tensor {number} size mismatch ' * 5_000)
    later.__cause__, error = error, later
raise error
"""
    assert pair(source, timeout=20).hooked.status == 1


def test_a_recursion_of_a_hundred_thousand_frames(pair: Run) -> None:
    source = """
import sys
sys.setrecursionlimit(200_000)
def deep(number, x): return deep(number - 1, x) if number else fail(x, torch.ones(4, 5))
deep(100_000, torch.ones(2, 3))
"""
    added = pair(source).added
    assert EXPLAINED in added
    assert "train.py:4, in fail" in added  # the innermost frame, not the last of those that were looked at
    assert "`x` [2, 3]" in added


def test_a_crash_at_the_recursion_limit_within_catch(pair: Run) -> None:
    source = """
from pytorch_explain import catch
def deep(x):
    try:
        return deep(x)
    except RecursionError:
        with catch():
            return fail(x, torch.ones(4, 5))
deep(torch.ones(2, 3))
"""
    found = pair(source)
    assert (found.hooked.status, found.native.status) == (1, 1)
    assert found.hooked.errors.count("\nmatmul") <= 1
