"""No tensor outlives its crash because it was explained, and no variable of the program's changes."""

from __future__ import annotations

from collections.abc import Callable

from beside import EXPLAINED, Pair

Run = Callable[..., Pair]

WATCH = """
import gc, sys, weakref
from pytorch_explain import catch
from pytorch_explain.hooks.excepthook import explain_quietly
gc.disable()  # what only a collection would free is kept too long
watched = []
def train(hold=None):
    big, model = torch.ones(2, 3), torch.nn.Linear(3, 4)
    watched.extend([weakref.ref(big), weakref.ref(model.weight)])
    return forward(big, model)
def forward(big, model):
    other = torch.ones(4, 5)
    watched.append(weakref.ref(other))
    return big @ other
def alive(): return [number for number, ref in enumerate(watched) if ref() is not None]
"""


def test_nothing_is_alive_after_catch(pair: Run) -> None:
    source = """
try:
    with catch():
        train()
except RuntimeError:
    pass
print('alive', alive())
"""
    found = pair(WATCH + source)
    assert EXPLAINED in found.hooked.errors
    assert found.hooked.output == "alive []\n"


def test_nothing_is_alive_though_the_traceback_is_once_its_frames_are_cleared(pair: Run) -> None:
    source = """
import traceback
try:
    train()
except RuntimeError as error:
    kept = error
    explain_quietly(kept)
traceback.clear_frames(kept.__traceback__)
print('alive', alive())
"""
    found = pair(WATCH + source)
    assert EXPLAINED in found.hooked.errors
    assert found.hooked.output == "alive []\n"


def test_a_retry_after_an_out_of_memory_finds_it_freed(pair: Run) -> None:
    source = """
class OutOfMemoryError(RuntimeError): pass
def step(batch):
    big = torch.ones(batch, 3)
    watched.append(weakref.ref(big))
    raise OutOfMemoryError('CUDA out of memory. Tried to allocate 2.00 GiB. '
        'GPU 0 has a total capacity of 10.00 GiB of which 1.00 GiB is free.')
for batch in (8, 4, 2):
    try:
        with catch():
            step(batch)
    except RuntimeError:
        pass
    print('alive', alive())
"""
    found = pair(WATCH + source)
    assert "cuda-out-of-memory" in found.hooked.errors
    assert found.hooked.output == "alive []\n" * 3


def test_nothing_is_alive_after_a_threads_crash(pair: Run) -> None:
    source = """
import threading
thread = threading.Thread(target=train)
thread.start(); thread.join()
del thread
print('alive', alive())
"""
    found = pair(WATCH + source)
    assert EXPLAINED in found.added
    assert found.hooked.output == found.native.output == "alive []\n"


def test_nothing_is_alive_after_explain(pair: Run) -> None:
    source = """
from pytorch_explain import explain
try:
    train()
except RuntimeError as error:
    told = explain(error)
    del error
print(told.id, 'alive', alive())
"""
    assert pair(WATCH + source).hooked.output == "matmul-shape-mismatch alive []\n"


def test_what_locals_gave_the_program_is_left_alone(pair: Run) -> None:
    source = """
def train_with(x, lr):
    config = locals()
    keys = sorted(config)
    try:
        with catch():
            fail(x, torch.ones(4, 5))
    except RuntimeError:
        pass
    print(set(keys) <= set(config), config['lr'], x.shape)
train_with(torch.ones(2, 3), 0.1)
"""
    found = pair(WATCH + source)
    assert found.hooked.output == "True 0.1 torch.Size([2, 3])\n"


def test_the_exception_stays_as_it_was(pair: Run) -> None:
    source = """
def state(error):
    tb, lines = error.__traceback__, []
    while tb: lines.append((tb.tb_lineno, tb.tb_lasti)); tb = tb.tb_next
    return error.args, error.__cause__, error.__context__, error.__suppress_context__, vars(error), lines
try:
    train()
except RuntimeError as error:
    before = state(error)
    explain_quietly(error)
    print(state(error) == before)
"""
    assert pair(WATCH + source).hooked.output == "True\n"


def test_random_numbers_warnings_and_settings_stay_as_they_were(pair: Run) -> None:
    source = """
import random, warnings, os, signal, locale
def state(): return (random.getstate(), list(warnings.filters), dict(os.environ), torch.get_rng_state().sum().item(),
    signal.getsignal(signal.SIGINT), sys.getrecursionlimit(), torch.is_grad_enabled(), os.getcwd(), sys.path[:],
    torch.is_inference_mode_enabled(), torch._C._is_torch_function_enabled())
try:
    train()
except RuntimeError as error:
    before = state()
    explain_quietly(error)
    print(state() == before)
"""
    assert pair(WATCH + source).hooked.output == "True\n"
