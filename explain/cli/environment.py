"""`enable`, `disable`, `status`: the hook in this Python environment."""

from __future__ import annotations

import click

from ..hooks import environment
from ..language import chosen
from ..output.wrapping import width
from . import Failed, say

_WORDS = {
    "en": {
        "wrote": "wrote {}",
        "from now on": "Programs of this environment explain their crashes from now on. "
        "PYTORCH_EXPLAIN=0 switches it off.",
        "removed": "removed {}",
        "was not": "It was not enabled here.",
        "environment": "environment",
        "hook": "hook",
        "enabled": "enabled",
        "not enabled": "not enabled (pytorch-explain enable)",
        "switched off": "switched off by PYTORCH_EXPLAIN=0",
    },
    "zh": {
        "wrote": "已写入 {}",
        "from now on": "从现在起，这个环境里的程序崩溃时会自己解释。设 PYTORCH_EXPLAIN=0 可以关掉。",
        "removed": "已删除 {}",
        "was not": "这里没有启用过。",
        "environment": "环境",
        "hook": "钩子",
        "enabled": "已启用",
        "not enabled": "未启用（用 pytorch-explain enable 启用）",
        "switched off": "被 PYTORCH_EXPLAIN=0 关掉了",
    },
}
#: Columns of the labels of `status`.
_LABELS = 13


@click.command()
@click.option("--user", is_flag=True, help="For your user, where the environment itself cannot be written.")
def enable(user: bool) -> None:
    """Explain every crash of this Python environment's programs, below their tracebacks.

    Writes a file into site-packages; `disable` removes it, PYTORCH_EXPLAIN=0 switches it off for one run.
    """
    language = chosen()
    words = _WORDS[language]
    try:
        written = environment.enable(user)
    except environment.Refused as error:
        raise Failed(error.told(language)) from error
    for path in written:
        say(words["wrote"].format(path))
    say(words["from now on"])


@click.command()
def disable() -> None:
    """Take the hook out of this Python environment."""
    language = chosen()
    words = _WORDS[language]
    try:
        removed = environment.disable()
    except environment.Refused as error:
        raise Failed(error.told(language)) from error
    for path in removed:
        say(words["removed"].format(path))
    if not removed:
        say(words["was not"])


@click.command()
def status() -> None:
    """Say whether the hook is enabled in this Python environment."""
    words = _WORDS[chosen()]
    found = environment.status()
    rows = [
        (words["environment"], found.environment),
        (words["hook"], words["enabled" if found.enabled else "not enabled"]),
        *(("", path) for path in found.files),
        *([("", words["switched off"])] if found.switched_off else []),
    ]
    for label, value in rows:
        say(f"{label}{' ' * (_LABELS - width(label))}{value}")
