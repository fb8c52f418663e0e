"""IPython, notebooks and pytest: an explanation below the traceback that they print themselves."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from typing import Any

import pytest
from beside import EXPLAINED

pytest_plugins = ["pytester"]
MODEL = """
import torch
class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1 = torch.nn.Linear(300, 120)
    def forward(self, x): return self.fc1(x)
model = Net()
"""
CRASH = "model(torch.ones(32, 400))"
HERE = "`model.fc1` Linear(300 -> 120)"


@pytest.fixture(scope="module")
def shell() -> Iterator[Any]:
    """A real shell, with the extension loaded."""
    interactive = pytest.importorskip("IPython.core.interactiveshell", reason="IPython is not installed")
    found = interactive.InteractiveShell.instance()
    found.colors = "nocolor"
    run(found, "%load_ext pytorch_explain")
    run(found, MODEL)
    yield found
    run(found, "%unload_ext pytorch_explain")


def run(shell: Any, source: str) -> str:
    """What a cell prints, its errors included."""
    with redirect_stdout(io.StringIO()) as output, redirect_stderr(output):
        shell.run_cell(source)
    return output.getvalue()


def test_a_cell_is_explained_below_its_own_traceback(shell: Any) -> None:
    text = run(shell, CRASH)
    assert text.index("mat1 and mat2 shapes") < text.index("\n" + EXPLAINED)
    assert HERE in " ".join(text.split())


def test_a_cell_that_is_run_again_is_explained_again(shell: Any) -> None:
    assert all(run(shell, CRASH).count("\n" + EXPLAINED) == 1 for _ in range(5))


def test_a_cell_that_catches_and_explains_is_explained_once(shell: Any) -> None:
    assert (
        run(shell, f"import pytorch_explain\nwith pytorch_explain.catch():\n    {CRASH}").count("\n" + EXPLAINED) == 1
    )


def test_loading_twice_changes_nothing(shell: Any) -> None:
    run(shell, "import pytorch_explain\npytorch_explain.load_ipython_extension(get_ipython())")
    assert run(shell, CRASH).count("\n" + EXPLAINED) == 1


def test_the_magic_explains_the_last_exception_again(shell: Any) -> None:
    run(shell, CRASH)
    assert EXPLAINED in run(shell, "%explain")
    assert EXPLAINED in run(shell, "%explain")


@pytest.mark.parametrize(
    "source", ["1 + 1", "1 / 0", "x = = 1", "raise SystemExit", "%nothing", "raise KeyboardInterrupt"]
)
def test_other_cells_are_left_alone(shell: Any, source: str) -> None:
    assert "pytorch-explain last" not in run(shell, source)


def test_an_exception_without_truth_is_explained(shell: Any) -> None:
    source = """
class Odd(RuntimeError):
    def __bool__(self): raise BaseException('asked')
raise Odd('mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)')
"""
    assert EXPLAINED in run(shell, source)
    assert "asked" not in run(shell, "%explain")


def test_unloaded_it_says_nothing(shell: Any) -> None:
    run(shell, "%unload_ext pytorch_explain")
    try:
        assert "\n" + EXPLAINED not in run(shell, CRASH)
    finally:
        run(shell, "%load_ext pytorch_explain")
    assert "\n" + EXPLAINED in run(shell, CRASH)


def test_a_notebook_shows_it_as_markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    cells = ["%load_ext pytorch_explain", MODEL, CRASH, "%explain"]
    book = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in cells])
    client = nbclient.NotebookClient(book, timeout=60, allow_errors=True, kernel_name="python3")
    try:
        client.execute()
    except nbclient.exceptions.DeadKernelError as error:
        pytest.skip(f"no kernel could be started here: {error}")
    first = book.cells[2].outputs
    assert [output.output_type for output in first] == ["error", "display_data"] or [
        output.output_type for output in first
    ] == ["display_data", "error"]
    shown = next(output for output in first if output.output_type == "display_data")
    assert HERE in shown.data["text/markdown"].replace("\\", "")
    assert "display_data" in [output.output_type for output in book.cells[3].outputs]


TESTS = """
import pytest, sys
sys.modules.setdefault("torch", sys)  # it speaks where torch is loaded
def test_ours():
    raise RuntimeError("mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)")
def test_not_ours():
    raise ValueError("nothing")
def test_passes(): pass
@pytest.fixture
def broken(): raise RuntimeError("mat1 and mat2 shapes cannot be multiplied (6x7 and 8x9)")
def test_setup(broken): pass
@pytest.mark.xfail
def test_expected(): raise RuntimeError("mat1 and mat2 shapes cannot be multiplied (1x1 and 2x2)")
def test_skips(): pytest.skip("torch: mat1 and mat2 shapes cannot be multiplied (1x1 and 2x2)")
def test_odd():
    class Odd(RuntimeError):
        def __bool__(self): raise BaseException('asked')
        __class__ = property(lambda self: 1 / 0)
    raise RuntimeError([Odd()])
"""


def runs(pytester: pytest.Pytester, *options: str) -> list[str]:
    """The lines that pytest prints."""
    pytester.makepyfile(TESTS)
    return pytester.runpytest_subprocess("-p", "no:cacheprovider", *options).outlines


def test_pytest_shows_a_section_under_a_failed_test(pytester: pytest.Pytester) -> None:
    lines = runs(pytester, "--explain")
    assert sum(line.startswith(EXPLAINED) for line in lines) == 2
    assert any("- pytorch-explain -" in line for line in lines)
    assert any("3 failed, 1 passed, 1 skipped, 1 xfailed, 1 error" in line for line in lines), lines[-3:]


def test_pytest_is_left_alone_without_the_option(pytester: pytest.Pytester) -> None:
    lines = runs(pytester)
    assert not any(EXPLAINED in line for line in lines)
    assert any("3 failed, 1 passed, 1 skipped, 1 xfailed, 1 error" in line for line in lines)


def test_the_plugin_is_installed_for_pytest() -> None:
    from importlib.metadata import entry_points

    found: Callable[..., Any] = entry_points
    assert "pytorch_explain.hooks.pytest_plugin" in [entry.value for entry in found(group="pytest11")]
