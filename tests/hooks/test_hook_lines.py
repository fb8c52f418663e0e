"""How much a hook says: at most twelve physical lines, on the window at hand, in both languages."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from pytorch_explain.answering import answer
from pytorch_explain.hooks.speaking import columns
from pytorch_explain.knowledge.store import SOURCE, folder
from pytorch_explain.model import Explanation
from pytorch_explain.output.brief import render
from pytorch_explain.output.wrapping import width

PLACE = "a_rather_long_name_of_a_script.py:1234, in forward_of_it"
OPENED = [folder(SOURCE, own=True)]


def explanations(lang: str) -> list[Explanation]:
    """One of each wording of every entry, with a scene that takes all the room it may."""
    here = ("`self.encoder.layers` " + "[32, 400] float32 on cuda:0, requires grad, " * 3, "`a.b`: cpu; " * 20)
    found = []
    for name in OPENED[0].places:
        for signature in OPENED[0].entry(name).signatures:
            told = answer(f"RuntimeError: {signature.example}", lang, OPENED).told
            if told is not None:
                found += [
                    told,
                    told._replace(here=here, place="a_rather_long_name_of_a_script.py:1234, in forward_of_it"),
                ]
    return found


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("room", [20, 40, 80, 200])
def test_every_explanation_takes_at_most_twelve_lines(lang: str, room: int) -> None:
    told = explanations(lang)
    assert len(told) > 100
    for explanation in told:
        lines = ("\n" + render(explanation, room)).rstrip("\n").split("\n")
        assert len(lines) <= 12, explanation.id
        assert all(width(line) <= room for line in lines), explanation.id
        assert explanation.id[: room - 5] in lines[1]
        if room >= 40:
            assert "pytorch-explain last" in lines[-1]


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_meaning_the_cause_and_its_cure_are_there(lang: str) -> None:
    for explanation in explanations(lang)[::2]:
        text = render(explanation, 80)
        start = explanation.meaning.replace("\n", " ")[:15]
        assert start in text.replace("\n", " "), explanation.id
        if explanation.causes:
            assert ("Most likely" if lang == "en" else "最可能") in text, explanation.id
            assert ("  change" if lang == "en" else "  改法") in text or not any(explanation.causes[0][1:]), (
                explanation.id
            )


class Stream:
    def isatty(self) -> bool:
        raise ValueError("no")


def test_a_stream_that_has_no_window_is_eighty_columns_wide() -> None:
    assert columns(Stream()) == columns(object()) == columns(None) == 80


@pytest.mark.parametrize("room", [40, 80, 120])
def test_the_window_of_a_terminal_is_what_counts(tmp_path: Path, room: int, pseudo: Callable[..., str]) -> None:
    source = "import pytorch_explain; pytorch_explain.install()\nraise ImportError(\"No module named 'torch'\")"
    assert max(map(len, pseudo(source, room).splitlines())) <= max(room, 60)


@pytest.fixture
def pseudo() -> Callable[..., str]:
    """Runs a program whose standard error is a terminal of so many columns."""

    def run(source: str, room: int) -> str:
        import fcntl
        import struct
        import termios

        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, room, 0, 0))
        process = subprocess.Popen([sys.executable, "-c", source], stderr=theirs, stdout=theirs)
        os.close(theirs)
        text = b""
        while True:
            try:
                part = os.read(ours, 4096)
            except OSError:
                break
            if not part:
                break
            text += part
        process.wait(30)
        os.close(ours)
        return text.decode()

    return run
