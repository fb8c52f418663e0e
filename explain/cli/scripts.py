"""`repro`: the scripts of an entry, printed, compared, copied or run."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import click

from ..answering import holder
from ..knowledge.store import SCRIPTS, Base, bases
from ..output.showing import coloured
from ..output.wrapping import printable
from . import Failed, say
from .entries import complete, entry_or_fail


@click.command()
@click.argument("identity", metavar="ID", shell_complete=complete)
@click.option("--fixed", is_flag=True, help="The cured script instead of the broken one.")
@click.option("--diff", is_flag=True, help="What the cure changes.")
@click.option("--run", is_flag=True, help="Run it with this Python (needs torch).")
@click.option(
    "--device", type=click.Choice(["cpu", "cuda", "mps"]), default="cpu", show_default=True, help="Where to run it."
)
@click.option("--copy", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Copy the scripts there.")
def repro(identity: str, fixed: bool, diff: bool, run: bool, device: str, copy: Path | None) -> None:
    """Print the script that raises an error, or the one in which it is cured.

    \b
    pytorch-explain repro state-dict-keys
    pytorch-explain repro state-dict-keys --diff
    pytorch-explain repro state-dict-keys --fixed --run --device cuda
    """
    where = bases()
    entry = entry_or_fail(identity, where)
    base = holder(entry.id, where)
    script = _script(base, entry.id, "fixed.py" if fixed else "repro.py")
    if copy:
        _copy(base, entry.id, copy)
    elif diff:
        _diff(base, entry.id)
    elif run:
        _run(base, script, device)
    else:
        say(_source(script), nl=False)


def _script(base: Base, identity: str, name: str) -> Path:
    """One script of an entry. Raises Failed where it has none of that name."""
    script = Path(base.script(identity, name))
    if not script.is_file():
        raise Failed(f"{identity} has no {name}")
    return script


def _source(script: Path) -> str:
    """The text of a script, of which a terminal obeys nothing. Raises Failed where it is none."""
    try:
        return printable(script.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise Failed(f"{script} is not UTF-8") from error


def _diff(base: Base, identity: str) -> None:
    """Prints what the cure changes, in colour on a terminal."""
    from difflib import unified_diff

    broken, cured = (_source(_script(base, identity, name)).splitlines() for name in ("repro.py", "fixed.py"))
    colours = {"+": "green", "-": "red", "@": "cyan"} if coloured(sys.stdout) else {}
    for line in unified_diff(broken, cured, f"{identity}/repro.py", f"{identity}/fixed.py", lineterm=""):
        click.echo(click.style(line, fg=colours[line[0]]) if line[0] in colours else line)


def _copy(base: Base, identity: str, target: Path) -> None:
    """Copies the scripts; a file that is already there and differs is never overwritten."""
    folder = target / identity
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in SCRIPTS:
            source, copied = Path(base.script(identity, name)), folder / name
            if not source.is_file():
                continue
            if copied.exists() and copied.read_bytes() != source.read_bytes():
                raise Failed(f"{copied} is there already and differs; it was left as it is")
            shutil.copyfile(source, copied)
            say(str(copied))
    except OSError as error:
        raise Failed(f"cannot copy to {folder}: {error.strerror or error}") from error


def _run(base: Base, script: Path, device: str) -> None:
    """Runs a script and passes its exit status on; one of a foreign knowledge base is named as such first."""
    if not base.own:
        say(f"This script is not part of pytorch-explain; it comes from {base.scripts}:\n  {script}", err=True)
    done = subprocess.run([sys.executable, str(script), device], check=False)
    sys.exit(done.returncode if done.returncode >= 0 else 128 - done.returncode)
