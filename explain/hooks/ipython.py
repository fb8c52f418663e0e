"""IPython and Jupyter: an explanation below the cell's own traceback, which stays what it was.

An event after each cell rather than a custom exception handler, so that `%debug` and the traceback's
colours are left alone.
"""

from __future__ import annotations

from typing import Any

from .excepthook import explain_quietly, last
from .speaking import forget, told_of, worth_it


def load(shell: Any) -> None:
    """Registers the events and the magic `%explain`; loading twice changes nothing."""
    if getattr(shell, "_pytorch_explain", None) is None:
        shell._pytorch_explain = _Cells(shell)
        shell.events.register("pre_run_cell", shell._pytorch_explain.before)
        shell.events.register("post_run_cell", shell._pytorch_explain.after)
        shell.register_magic_function(shell._pytorch_explain.magic, "line", "explain")


def unload(shell: Any) -> None:
    """Takes the events off again."""
    cells = getattr(shell, "_pytorch_explain", None)
    if cells is not None:
        shell.events.unregister("pre_run_cell", cells.before)
        shell.events.unregister("post_run_cell", cells.after)
        shell._pytorch_explain = None


class _Cells:
    """What is done after a cell; it keeps no exception."""

    def __init__(self, shell: Any) -> None:
        self._shell = shell

    def before(self, info: Any) -> None:
        """A cell that is run again may fail by an exception of the same identity: it is another one."""
        forget()

    def after(self, result: Any) -> None:
        """Explains what the cell raised, if it is known."""
        for error in (getattr(result, name, None) for name in ("error_in_exec", "error_before_exec")):
            if error is not None:
                self._show(error)

    def magic(self, line: str) -> None:
        """`%explain`: explains the last exception again."""
        error = last()
        if error is None:
            print("No exception yet.")
        else:
            forget()
            self._show(error)

    def _show(self, error: BaseException) -> None:
        if not self._is_notebook():
            explain_quietly(error)
            return
        try:
            told = told_of(error) if worth_it(error) else None
            if told is not None:
                from IPython import display

                from ..output.markdown import render

                shown: Any = display
                shown.display(shown.Markdown(render(told)))
        except Exception:  # whatever goes wrong here, the cell's own traceback was shown
            return

    def _is_notebook(self) -> bool:
        return type(self._shell).__name__ == "ZMQInteractiveShell"
