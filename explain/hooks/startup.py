"""What runs at the start of every interpreter of an environment where the hook is enabled."""

from __future__ import annotations


def start() -> None:
    """Installs the hook, unless PYTORCH_EXPLAIN=0."""
    import os

    if os.environ.get("PYTORCH_EXPLAIN") != "0":
        from .excepthook import install

        install()
