"""`kb`: check a knowledge base, start an entry."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from ..knowledge import checking, store


@click.group()
def kb() -> None:
    """Check a knowledge base or start a new entry."""


@kb.command()
@click.argument("root", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
@click.option("--only", multiple=True, metavar="ID", help="Report on these entries only.")
@click.option("--run", "run_scripts", is_flag=True, help="Run the scripts too (needs torch).")
@click.option("--device", default="cpu", show_default=True, help="The device that scripts run on.")
def check(root: Path | None, only: tuple[str, ...], run_scripts: bool, device: str) -> None:
    """Check a knowledge base: files, form, texts, signatures against each other's examples.

    With --run, its scripts are executed: the broken one must fail as this entry, the cured one must pass.
    """
    folder = root or store.SOURCE
    if not folder.is_dir():
        raise click.UsageError(f"no folder {folder}")
    faults = [(fault.path, fault.text) for fault in checking.check(folder, only)]
    if run_scripts:
        from ..proving import prove

        faults.extend(prove(folder, only, device))
    for path, text in faults:
        click.echo(f"{path}: {text}")
    count = len(only) or len(checking.entry_files(folder))
    click.echo(f"{count} entries, {len(faults)} faults")
    sys.exit(1 if faults else 0)
