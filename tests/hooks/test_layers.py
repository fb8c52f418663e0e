"""The hook among other hooks: over them, under them, installed twice, taken off while others lie over it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from beside import EXPLAINED, Pair, Server

Run = Callable[..., Pair]
CRASH = "fail(torch.ones(2, 3), torch.ones(4, 5))"
OTHER = """
import sys
def lay():
    below = sys.excepthook
    def hook(kind, error, tb):
        sys.stderr.write('before\\n'); below(kind, error, tb); sys.stderr.write('after\\n')
    sys.excepthook = hook
"""
#: As torch.distributed's own: every line of what the hooks below it print gets its rank.
RANKS = """
import io, sys
def lay():
    below = sys.excepthook
    def hook(*args):
        kept, sys.stderr = sys.stderr, io.StringIO()
        try:
            below(*args)
        finally:
            buffer, sys.stderr = sys.stderr, kept
        sys.stderr.write('\\n'.join(f'[rank0]: {s}' if s else '' for s in buffer.getvalue().split('\\n')))
        sys.stderr.flush()
    sys.excepthook = hook
"""
RICH = "def lay():\n    from rich.traceback import install\n    install(width=80)\n"
INSTALL = """
def install():
    import sys
    if 'pytorch_explain' in sys.modules:
        import pytorch_explain
        pytorch_explain.install()
"""
UNINSTALL = INSTALL.replace("install", "uninstall")


ORDERS = ("install lay", "lay install", "install lay install", "install install", "lay lay install")


def bare(server: Server, program: Callable[[str], Path], source: str, **how: object) -> tuple[str, str]:
    """What is printed without a hook and with one that the program itself installs."""
    texts = []
    for hook in ("", "import pytorch_explain\n"):
        texts.append(server(program(hook + source), hook=False, **how).errors)
    return texts[0], texts[1]


def once(text: str) -> bool:
    return sum(line.removeprefix("[rank0]: ").startswith(EXPLAINED) for line in text.splitlines()) == 1


@pytest.mark.parametrize("hook", [OTHER, RANKS, RICH], ids=["a plain hook", "torch.distributed's", "rich's"])
@pytest.mark.parametrize("order", ORDERS)
def test_a_failure_is_explained_once_in_any_order(
    server: Server, program: Callable[[str], Path], hook: str, order: str
) -> None:
    calls = "\n".join(f"{call}()" for call in order.split())
    source = f"{hook}{INSTALL}{calls}\n{CRASH}"
    native, hooked = bare(server, program, source)
    assert not once(native) and once(hooked), hooked
    assert hooked[: hooked.index("\n" + EXPLAINED) if hook != RANKS else None].count("RuntimeError:") == 1


def test_the_traceback_of_a_hook_below_is_byte_for_byte_what_it_was(pair: Run) -> None:
    assert once(pair(f"{OTHER}{CRASH}").added)


@pytest.mark.parametrize("over", [OTHER, RANKS, RICH], ids=["a plain hook", "torch.distributed's", "rich's"])
def test_taken_off_while_buried_it_passes_everything_through(
    server: Server, program: Callable[[str], Path], over: str
) -> None:
    native, hooked = bare(server, program, f"{over}{INSTALL}{UNINSTALL}install(); lay(); uninstall()\n{CRASH}")
    assert hooked.count("RuntimeError:") == native.count("RuntimeError:") == 1
    assert EXPLAINED not in hooked


@pytest.mark.parametrize(
    "wish",
    [
        "sys.excepthook = sys.__excepthook__",  # somebody wants Python's own
        "sys.ps1 = '> '; sys.excepthook = lambda *a: None",  # a shell: what was raised last was long ago
    ],
)
def test_what_was_printed_last_is_not_always_explained_at_the_end(pair: Run, wish: str) -> None:
    assert pair(f"import sys\n{wish}\n{CRASH}").added == ""


def test_taken_off_and_put_on_again_while_buried(server: Server, program: Callable[[str], Path]) -> None:
    _, hooked = bare(server, program, f"{OTHER}{INSTALL}{UNINSTALL}install(); lay(); uninstall(); install()\n{CRASH}")
    assert once(hooked)


def test_taken_off_it_leaves_what_was_there(pair: Run) -> None:
    source = """
import sys, threading, pytorch_explain
before = sys.excepthook, threading.excepthook
pytorch_explain.uninstall()
clean = sys.excepthook, threading.excepthook
pytorch_explain.install(); pytorch_explain.install(); pytorch_explain.uninstall()
print(clean == (sys.excepthook, threading.excepthook) == (sys.__excepthook__, threading.__excepthook__))
print(any('pytorch_explain' in type(finder).__module__ for finder in sys.meta_path))
"""
    assert pair(source).hooked.output == "True\nFalse\n"


def test_rank_prefixes_leave_twelve_lines_of_eighty_columns(server: Server, program: Callable[[str], Path]) -> None:
    source = f"{RANKS}{INSTALL}install(); lay()\n{CRASH}"
    _, hooked = bare(server, program, source, environment={"RANK": "0", "MASTER_PORT": str(time.monotonic_ns())})
    added = hooked[hooked.index("shapes cannot be multiplied") :].split("\n", 1)[1].rstrip("\n").split("\n")
    assert len(added) <= 12 and all(len(line) <= 80 for line in added), hooked


FAILING = {
    "an excepthook": ("def hook(*a): raise ValueError('the hook itself')\nimport sys\nsys.excepthook = hook\n", CRASH),
    "an excepthook that leaves": ("def hook(*a): raise SystemExit(9)\nimport sys\nsys.excepthook = hook\n", CRASH),
    "a missing excepthook": ("import sys\nsys.excepthook = None\n", CRASH),
    "a thread's": (
        "def hook(a): raise ValueError('the hook itself')\nimport threading\nthreading.excepthook = hook\n",
        f"t = threading.Thread(target=lambda: {CRASH}); t.start(); t.join()",
    ),
}


@pytest.mark.parametrize("hook", FAILING)
def test_where_a_hook_below_fails_python_says_so_as_ever(
    server: Server, program: Callable[[str], Path], hook: str
) -> None:
    before, crash = FAILING[hook]
    path = program(
        f"{before}{INSTALL}\nimport os\nif os.environ['HOOKED'] == '1': import pytorch_explain\ninstall()\n{crash}"
    )
    native, hooked = (server(path, hook=False, whole=True, environment={"HOOKED": value}) for value in "01")
    assert hooked.status == native.status
    assert hooked.errors.startswith(native.errors), hooked.errors


def python(source: str, **environment: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run(
        [sys.executable, "-c", source], env={**os.environ, **environment}, capture_output=True, text=True, timeout=60
    )
    return done.stdout + done.stderr


def test_installing_imports_next_to_nothing() -> None:
    source = """
import sys
before = set(sys.modules)
import pytorch_explain
pytorch_explain.install()
print(sorted(set(sys.modules) - before), 'threading' in sys.modules)
"""
    names = ["atexit", "pytorch_explain", "pytorch_explain.hooks", "pytorch_explain.hooks.excepthook"]
    assert python(source).replace("'__future__', ", "") == f"{names} False\n"


def test_threading_is_patched_when_something_else_imports_it() -> None:
    source = """
import sys, pytorch_explain
pytorch_explain.install()
finders = len(sys.meta_path)
import threading
print(type(threading.excepthook).__name__, finders - len(sys.meta_path), type(threading.__loader__).__name__)
print(threading.__spec__.loader is threading.__loader__, threading.__spec__.origin == threading.__file__)
threading.Thread(target=lambda: 1 / 0).start()
"""
    assert python(source).startswith("Threads 1 SourceFileLoader\nTrue True\nException in thread Thread-1")


def test_an_old_finder_does_not_hinder_threading() -> None:
    source = """
import sys, pytorch_explain
class Old:
    def find_module(self, name, path=None): return None
sys.meta_path.insert(0, Old())
pytorch_explain.install()
import threading
print(type(threading.excepthook).__name__)
"""
    assert "Threads\n" in python(source)


def test_unraisable_and_multiprocessing_are_left_alone() -> None:
    source = """
import sys, multiprocessing.process, multiprocessing.spawn, multiprocessing.popen_fork, threading
modules = [m for n, m in sys.modules.items() if n.startswith('multiprocessing')]
state = lambda: (sys.unraisablehook, sys.displayhook, sys.breakpointhook, [dict(vars(m)) for m in modules])
before = state()
import pytorch_explain
pytorch_explain.install()
print(state() == before)
"""
    assert python(source) == "True\n"


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("raise ValueError('a torch for the night')", False),
        ("raise RuntimeError('mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)')", False),
        ("1 / 0", False),
        ("raise RuntimeError('An attempt has been made to start a new process before the current process has finished"
         " its bootstrapping phase. ... if __name__ == \\'__main__\\': freeze_support() ...')", None),
        ("raise ImportError('libcudart.so.11.0: cannot open shared object file: No such file or directory')", None),
    ],
)  # fmt: skip
def test_without_torch_it_speaks_of_what_comes_before_torch_alone(source: str, told: bool | None) -> None:
    text = python(f"import pytorch_explain; pytorch_explain.install()\n{source}", PYTORCH_EXPLAIN_LANG="en")
    assert "Traceback" in text
    assert told is None or ("pytorch-explain last" in text) == told


def test_one_explanation_a_job(server: Server, program: Callable[[str], Path]) -> None:
    port = str(time.monotonic_ns())
    texts = []
    for rank in ("1", "0"):
        environment = {"RANK": rank, "MASTER_PORT": port, "MASTER_ADDR": "localhost"}
        texts.append(server(program(CRASH), hook=True, environment=environment).errors)
    assert [EXPLAINED in text for text in texts] == [True, False]


def test_a_rank_with_nothing_to_say_leaves_the_word_to_the_others(
    server: Server, program: Callable[[str], Path]
) -> None:
    port = str(time.monotonic_ns())
    texts = []
    for rank, crash in (("0", "raise OSError('connection reset')"), ("1", CRASH)):
        environment = {"RANK": rank, "MASTER_PORT": port}
        texts.append(server(program(crash), hook=True, environment=environment).errors)
    assert [EXPLAINED in text for text in texts] == [False, True]


def test_the_same_job_started_again_is_explained_again(server: Server, program: Callable[[str], Path]) -> None:
    environment = {"RANK": "0", "MASTER_PORT": str(time.monotonic_ns())}
    for _ in range(2):
        assert EXPLAINED in server(program(CRASH), hook=True, environment=environment).errors


def test_catch_within_catch_under_the_hook_explains_once(pair: Run) -> None:
    source = f"""
from pytorch_explain import catch
try:
    with catch():
        with catch():
            {CRASH}
except RuntimeError as error:
    raise ValueError(f'epoch 3: {{error}}') from error
"""
    assert pair(source).hooked.errors.count("\n" + EXPLAINED) == 1


def test_what_fails_while_an_explained_failure_is_handled_is_explained(pair: Run) -> None:
    source = f"""
from pytorch_explain import catch
try:
    with catch():
        {CRASH}
except RuntimeError:
    torch.ones(2, 3).view(4, 5)
"""
    assert "reshape-invalid-size" in pair(source).hooked.errors
