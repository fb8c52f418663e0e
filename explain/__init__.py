"""Explains PyTorch's errors: what happened in this failure's own numbers and names, why, and what to change.

Importing this package imports nothing else of it; what it offers is loaded when it is used.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:  # a hook imports this at every interpreter start; typing takes longer than all the rest
    from typing import Any

    from .hooks.catching import catch
    from .model import Explanation

__version__ = "0.1.0"
__all__ = ["__version__", "catch", "explain", "install", "uninstall"]


def explain(exception_or_text: BaseException | str, lang: str | None = None) -> Explanation | None:
    """What is known of an exception, or of the failure in a pasted traceback or message.

    `lang` is ``en`` or ``zh``, by default that of the environment. Returns None where nothing is recognised.
    Raises knowledge.store.Missing where the installation lost its knowledge base.
    """
    from .answering import answer, answer_exception
    from .language import chosen

    if isinstance(exception_or_text, str):
        return answer(exception_or_text, chosen(lang)).told
    return answer_exception(exception_or_text, chosen(lang)).told


def install() -> None:
    """From now on, what this program dies of is explained below its traceback. Installing twice changes nothing."""
    from .hooks.excepthook import install

    install()


def uninstall() -> None:
    """Takes the hook off again."""
    from .hooks.excepthook import uninstall

    uninstall()


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext pytorch_explain`: explains what a cell raises, below the cell's own traceback."""
    from .hooks.ipython import load

    load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """`%unload_ext pytorch_explain`."""
    from .hooks.ipython import unload

    unload(shell)


def __getattr__(name: str) -> Any:
    if name == "catch":
        from .hooks.catching import catch

        return catch
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
