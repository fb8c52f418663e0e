"""Explains PyTorch's errors: what happened in this failure's own numbers and names, why, and what to change.

Importing this package imports nothing else of it; what it offers is loaded when it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .model import Explanation

__version__ = "0.1.0"
__all__ = ["__version__", "explain"]


def explain(text: str, lang: str | None = None) -> Explanation | None:
    """What is known of the failure in a pasted traceback or message.

    `lang` is ``en`` or ``zh``, by default that of the environment. Returns None where nothing is recognised.
    Raises knowledge.store.Missing where the installation lost its knowledge base.
    """
    from .answering import answer
    from .language import chosen

    return answer(text, chosen(lang)).told
