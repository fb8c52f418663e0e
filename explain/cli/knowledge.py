"""`kb`: check a knowledge base, start an entry."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import click

from .. import proving
from ..knowledge import checking, proofs, store
from ..knowledge.compiling import Unreadable, entry_files, load
from ..language import chosen
from . import Failed, say
from .inputs import read_file, standard_input


@click.group()
def kb() -> None:
    """Check a knowledge base or start a new entry."""


@kb.command()
@click.argument("root", type=click.Path(path_type=Path), required=False, metavar="[DIR]")
@click.option("--only", multiple=True, metavar="ID", help="Report on these entries only.")
@click.option("--run", "run_scripts", is_flag=True, help="Run the scripts too (needs torch).")
@click.option("--record", is_flag=True, help="Write down in proofs.tsv what was proven by running, with --run.")
@click.option(
    "--device",
    type=click.Choice(checking.DEVICES),
    default="cpu",
    show_default=True,
    help="The device that scripts run on.",
)
def check(root: Path | None, only: tuple[str, ...], run_scripts: bool, record: bool, device: str) -> None:
    """Check a knowledge base: files, form, texts, signatures against each other's examples.

    With --run, its scripts are executed: the broken one must fail as this entry, the cured one must pass.
    """
    if record and not run_scripts:
        raise click.UsageError("--record writes down what was run: it goes with --run")
    folder = root or Path(store.SOURCE)
    if root is None and not folder.is_dir():  # an installed package carries its own knowledge compiled
        raise click.UsageError("name a folder: pytorch-explain kb check DIR")
    if not folder.is_dir():
        raise click.UsageError(f"no folder {folder}")
    if run_scripts:
        _must_be_able(folder, device, record)
    faults = [(fault.path, fault.text) for fault in checking.check(folder, only)]
    proved: list[proving.Proved] = []
    if run_scripts:
        proved = list(proving.prove(folder, only, device))
        faults.extend((item.path, fault) for item in proved for fault in item.faults)
    for path, text in faults:
        say(f"{path}: {text}")
    say(f"{_counted(folder, only)}, {len(faults)} faults")
    if record:  # after the faults are told: a record that cannot be written must not cost them
        proving.record(folder, proved, device)
    sys.exit(1 if faults else 0)


def _must_be_able(folder: Path, device: str, record: bool) -> None:
    """Refuses what could only end in faults that are not the scripts', or in a record of which rows are lost."""
    try:
        here = proving.is_here(device)
    except ImportError as error:
        raise Failed(f"running the scripts needs torch: {error}") from error
    if not here:
        raise click.UsageError(f"torch finds no {device} device here")
    damaged = proofs.read(folder)[1] if record else []
    if damaged:
        raise click.UsageError(f"{folder / proofs.FILE}: {damaged[0]}; mend it or take it away first")


def _counted(folder: Path, only: tuple[str, ...]) -> str:
    """How many entries and signatures there are, and how many signatures a script raises."""
    entries = []
    for path in entry_files(folder):
        if not only or path.parent.name in only:
            with contextlib.suppress(Unreadable):
                entries.append(load(path))
    signatures = [signature for entry in entries for signature in entry.signatures]
    run = sum(signature.proven == "run" for signature in signatures)
    kinds = f"{run} proven by running, {len(signatures) - run} by text"
    return f"{len(entries)} entries, {len(signatures)} signatures ({kinds})"


@kb.command()
@click.argument("identity", metavar="ID")
@click.option(
    "--from",
    "source",
    type=click.Path(dir_okay=False, allow_dash=True),
    metavar="FILE",
    help="A traceback to start from; - for standard input.",
)
@click.option("--category", default="general", show_default=True, help="The folder that the entry belongs to.")
@click.option(
    "--dir",
    "root",
    type=click.Path(file_okay=False, path_type=Path),
    default="kb",
    show_default=True,
    help="The knowledge base.",
)
def new(identity: str, source: str | None, category: str, root: Path) -> None:
    """Start an entry: entry.yaml, repro.py and fixed.py to be filled in, from a traceback where one is given.

    \b
    pytorch-explain kb new odd-loader-failure --category data --from crash.txt
    """
    from .. import drafting

    text: bytes | None = None
    if source:
        try:
            text = standard_input(chosen()) if source == "-" else read_file(source)
        except OSError as error:
            raise click.UsageError(f"cannot read {source}: {error.strerror or error}") from error
    try:
        made = drafting.draft(root, category, identity, text)
    except drafting.Refused as error:
        raise click.UsageError(str(error)) from error
    except OSError as error:
        raise Failed(f"cannot write below {root}: {error.strerror or error}") from error
    for path in made:
        say(str(path))
    say(f"Fill it in, then:  pytorch-explain kb check {root} --only {identity} --run")
