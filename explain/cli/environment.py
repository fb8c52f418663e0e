"""`enable`, `disable`, `status`: the hook in this Python environment."""

from __future__ import annotations

import click

from ..hooks import environment
from . import Failed, say


@click.command()
@click.option("--user", is_flag=True, help="For your user, where the environment itself cannot be written.")
def enable(user: bool) -> None:
    """Explain every crash of this Python environment's programs, below their tracebacks.

    Writes a file into site-packages; `disable` removes it, PYTORCH_EXPLAIN=0 switches it off for one run.
    """
    try:
        written = environment.enable(user)
    except environment.Refused as error:
        raise Failed(str(error)) from error
    for path in written:
        say(f"wrote {path}")
    say("Programs of this environment explain their crashes from now on. PYTORCH_EXPLAIN=0 switches it off.")


@click.command()
def disable() -> None:
    """Take the hook out of this Python environment."""
    try:
        removed = environment.disable()
    except environment.Refused as error:
        raise Failed(str(error)) from error
    for path in removed:
        say(f"removed {path}")
    if not removed:
        say("It was not enabled here.")


@click.command()
def status() -> None:
    """Say whether the hook is enabled in this Python environment."""
    found = environment.status()
    say(f"environment  {found.environment}")
    say(f"hook         {'enabled' if found.enabled else 'not enabled (pytorch-explain enable)'}")
    for path in found.files:
        say(f"             {path}")
    if found.switched_off:
        say("             switched off by PYTORCH_EXPLAIN=0")
