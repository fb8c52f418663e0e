"""`run`: a program with its output passed through, and its failure explained."""

from __future__ import annotations

import sys

import click

from ..hooks import running
from ..language import LANGUAGES, chosen
from . import say

_NOT_STARTED = {
    "en": {"missing": "command not found: {}", "refused": "cannot run {}: {}"},
    "zh": {"missing": "找不到命令：{}", "refused": "无法运行 {}：{}"},
}


@click.command("run", context_settings={"allow_interspersed_args": False})
@click.option("--lang", type=click.Choice(LANGUAGES), default=None, help="Language of the explanation.")
@click.argument("words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="COMMAND...")
def run(words: tuple[str, ...], lang: str | None) -> None:
    """Run a program, or script.py, and explain below its output what it failed of, also death by a signal.

    Its output, its exit status and signals pass through: 128 + n for death by signal n, 127 for a command
    that is not there, 126 for one that cannot be run.

    \b
    pytorch-explain run train.py --epochs 3
    pytorch-explain run -- torchrun --nproc-per-node 4 train.py
    """
    language = chosen(lang)
    reasons = _NOT_STARTED[language]
    try:
        sys.exit(running.run(words, language))
    except FileNotFoundError:
        say("pytorch-explain: " + reasons["missing"].format(words[0]), err=True)
        sys.exit(127)
    except (OSError, ValueError) as error:  # a null character is a ValueError
        fault = getattr(error, "strerror", None) or str(error)
        say("pytorch-explain: " + reasons["refused"].format(words[0], fault), err=True)
        sys.exit(126)
