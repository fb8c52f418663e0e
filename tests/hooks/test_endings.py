"""Where, when and onto what a program crashes: it ends as it would have ended without the hook."""

from __future__ import annotations

import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from beside import EXPLAINED, Pair, Server

Run = Callable[..., Pair]
CRASH = "fail(torch.ones(2, 3), torch.ones(4, 5))"


@pytest.mark.parametrize("stderr", ["closed", "broken", "/dev/full", "/dev/null"])
def test_a_standard_error_that_takes_nothing(pair: Run, stderr: str) -> None:
    assert pair(CRASH, stderr=stderr, whole=True).added == ""


STREAMS = {
    "none": "sys.stderr = None",
    "closed": "sys.stderr.close()",
    "deleted": "del sys.stderr",
    "read-only": "sys.stderr = open(os.devnull)",
    "a descriptor closed under it": "os.close(2)",
    "an object without methods": "sys.stderr = object()",
    "one that refuses": "class S:\n    def write(self, text): raise BaseException('no')\nsys.stderr = S()",
    "one that lies of its encoding": """
class S:
    encoding = 'no such encoding'
    def write(self, text): sys.__stderr__.write(text)
    def flush(self): pass
sys.stderr = S()
""",
    "one that cannot flush": """
class S:
    def write(self, text): sys.__stderr__.write(text)
sys.stderr = S()
""",
    "one of few characters": "sys.stderr = open(2, 'w', encoding='ascii', errors='strict', closefd=False)",
}


@pytest.mark.parametrize("stream", STREAMS)
def test_streams_of_all_kinds(pair: Run, stream: str) -> None:
    found = pair(f"import os, sys\n{STREAMS[stream]}\n{CRASH}", whole=True, environment={"PYTORCH_EXPLAIN_LANG": "zh"})
    told = stream in ("one that lies of its encoding", "one that cannot flush", "one of few characters")
    assert (EXPLAINED in found.added) == told


MOMENTS = {
    "in a thread": f"import threading\nt = threading.Thread(target=lambda: {CRASH}); t.start(); t.join()",
    "in a thread pool's own thread": """
import threading
class T(threading.Thread):
    def run(self): fail(torch.ones(2, 3), torch.ones(4, 5))
t = T(); t.start(); t.join()
""",
    "in a fork": f"""
import os
child = os.fork()
if child:
    print(os.waitpid(child, 0)[1])
else:
    {CRASH}
""",
    "in a signal handler": f"""
import os, signal
signal.signal(signal.SIGUSR1, lambda *a: {CRASH})
os.kill(os.getpid(), signal.SIGUSR1)
""",
    "in a coroutine": f"""
import asyncio
async def main(): {CRASH}
asyncio.run(main())
""",
    "in a generator": f"list({CRASH} for _ in range(3))",
    "in a class body": f"class Net:\n    x = torch.ones(2, 3)\n    y = {CRASH}",
    "in code that was never a file": f"exec(compile('x = torch.ones(2, 3)\\n{CRASH}', '<cell>', 'exec'))",
    "in code of other names": """
def прямой_проход(вход, 权重): return вход @ 权重
прямой_проход(torch.ones(2, 3), torch.ones(4, 5))
""",
    "in a namespace of the user's own": f"""
class Space(dict):
    def __getitem__(self, name): print('asked', name) if name == 'hook' else None; return dict.__getitem__(self, name)
    def keys(self): print('keys'); return dict.keys(self)
exec({CRASH!r}, {{'torch': torch, 'fail': fail}}, Space())
""",
    "where a loader hangs": f"""
import time
class Loader:
    def __getattr__(self, name): time.sleep(3600)
space = {{'torch': torch, 'fail': fail, '__loader__': Loader(), '__name__': 'gone'}}
exec(compile({CRASH!r}, 'gone.py', 'exec'), space)
""",
    "after the source is gone": f"import os\nos.unlink(__file__)\n{CRASH}",
    "after the source changed": f"open(__file__, 'w').write('\\n' * 4 + 'a = b = c\\n' * 20)\n{CRASH}",
    "after the source became nonsense": f"open(__file__, 'wb').write(bytes(range(256)) * 20)\n{CRASH}",
    "in a folder that is gone": f"import os, tempfile\nd = tempfile.mkdtemp(); os.chdir(d); os.rmdir(d)\n{CRASH}",
    "with nowhere to import from": f"import sys\nsys.path[:] = []\n{CRASH}",
    "without a part of ours": f"import sys\nsys.modules['executing'] = None\n{CRASH}",
    "with warnings made errors": f"import warnings\nwarnings.simplefilter('error')\n{CRASH}",
    "while it is traced": f"import sys\nsys.settrace(lambda *a: None)\n{CRASH}",
    "with standard modules replaced": f"import sys\nsys.modules['json'] = sys.modules['ast'] = None\n{CRASH}",
}
#: Here the hook cannot even be loaded.
_SILENT = ("with standard modules replaced", "with nowhere to import from")


@pytest.mark.parametrize("moment", MOMENTS)
def test_moments_of_all_kinds(pair: Run, moment: str) -> None:
    added = pair(MOMENTS[moment]).added
    assert (EXPLAINED in added) == (moment not in _SILENT), added


@pytest.mark.parametrize("moment", ["after the source is gone", "after the source changed"])
def test_what_the_source_no_longer_tells_is_not_told(pair: Run, moment: str) -> None:
    assert "`a`" not in pair(MOMENTS[moment]).added


QUIET = {
    "in a finaliser": f"class D:\n    def __del__(self): {CRASH}\nd = D(); del d",
    "in an atexit callback": f"import atexit\natexit.register(lambda: {CRASH})",
    "at the very end": f"class D:\n    def __del__(self): {CRASH}\nimport torch\ntorch.kept = D()",
    "in a worker of multiprocessing": f"""
import multiprocessing
p = multiprocessing.get_context('fork').Process(target=lambda: {CRASH}, name='worker'); p.start(); p.join()
print(p.exitcode)
""",
    "in a task nobody waits for": f"""
import asyncio
async def work(): {CRASH}
async def main():
    task = asyncio.ensure_future(work()); await asyncio.sleep(0)
asyncio.run(main())
""",
}


@pytest.mark.parametrize("moment", QUIET)
def test_what_python_only_mentions_is_not_explained(pair: Run, moment: str) -> None:
    assert pair(QUIET[moment], whole=True).added == ""


def test_a_failure_of_a_worker_is_explained_once_in_the_parent(pair: Run) -> None:
    source = """
from torch.utils.data import DataLoader
class Photos:
    def __len__(self): return 4
    def __getitem__(self, i): return fail(torch.ones(2, 3), torch.ones(4, 5))
for batch in DataLoader(Photos(), num_workers=2): pass
"""
    assert pair(source, timeout=25).added.count(EXPLAINED) == 1


def test_a_failure_of_a_pool_is_explained_once_in_the_parent(pair: Run) -> None:
    source = """
import multiprocessing
def work(i): return fail(torch.ones(2, 3), torch.ones(4, 5))
with multiprocessing.get_context('fork').Pool(1) as pool: pool.map(work, [1])
"""
    assert pair(source, timeout=25).hooked.errors.count(EXPLAINED) == 1


def test_two_threads_that_crash_at_once_are_both_explained(pair: Run) -> None:
    source = """
import threading
meet = threading.Barrier(2)
def work(x, w):
    meet.wait(10)
    return x @ w
threads = [threading.Thread(target=work, args=(torch.ones(2, 3), torch.ones(n, 5))) for n in (4, 6)]
[t.start() for t in threads]; [t.join() for t in threads]
"""
    assert pair(source).hooked.errors.count("\n" + EXPLAINED) == 2


@pytest.mark.parametrize("knowledge", ["/nonexistent", "corrupt", "empty"])
def test_a_knowledge_base_that_cannot_be_read(pair: Run, tmp_path: Path, knowledge: str) -> None:
    place = Path(knowledge) if knowledge.startswith("/") else tmp_path / "kb"
    if knowledge == "corrupt":
        (place / "shape" / "x").mkdir(parents=True)
        (place / "shape" / "x" / "entry.yaml").write_text("a: [", encoding="utf-8")
    elif knowledge == "empty":
        place.mkdir()
    found = pair(CRASH, environment={"PYTORCH_EXPLAIN_KB": str(place)})
    assert EXPLAINED in found.added or knowledge == "corrupt"


def test_no_knowledge_base_at_all(pair: Run) -> None:
    source = f"""
import sys
if 'pytorch_explain' in sys.modules:
    import pytorch_explain.knowledge.store as store
    def bases(): raise store.Missing('gone')
    store.bases = store.own = bases
{CRASH}
"""
    assert pair(source).added == ""


@pytest.mark.parametrize("cache", ["a file", "unwritable", "full"])
def test_a_cache_that_cannot_be_written(pair: Run, tmp_path: Path, cache: str) -> None:
    place = {"a file": tmp_path / "cache", "unwritable": Path("/proc/cache"), "full": Path("/dev/full/cache")}[cache]
    if cache == "a file":
        place.write_text("", encoding="utf-8")
    assert EXPLAINED in pair(CRASH, environment={"XDG_CACHE_HOME": str(place)}, timeout=60).added


def test_a_disk_that_fills_up_leaves_nothing_half_written(pair: Run, tmp_path: Path) -> None:
    source = f"""
import json
def dump(data, file):
    file.write('half')
    raise OSError(28, 'No space left on device')
json.dump = dump
{CRASH}
"""
    from pytorch_explain.knowledge.store import cache

    before = {path.name for path in Path(cache()).iterdir()}
    assert EXPLAINED in pair(source).added
    assert {path.name for path in Path(cache()).iterdir()} <= before


def test_the_hook_is_silent_where_it_is_switched_off(pair: Run) -> None:
    assert pair(CRASH, environment={"PYTORCH_EXPLAIN": "0"}).added == ""


def test_files_in_temporary_folders_are_private(server: Server, program: Callable[[str], Path], tmp_path: Path) -> None:
    source = f"import tempfile\ntempfile.tempdir = {str(tmp_path)!r}\n{CRASH}"
    server(program(source), hook=True, environment={"RANK": "0", "MASTER_PORT": "1"})
    assert [stat.S_IMODE(mark.stat().st_mode) for mark in tmp_path.glob("pytorch-explain-*")] == [0o600]
