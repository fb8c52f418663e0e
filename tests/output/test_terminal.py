"""The explanation on a terminal: the plain text's words, with colour, and nothing of the paste obeyed."""

from __future__ import annotations

import io
import re
from collections.abc import Callable

import pytest
from pytorch_explain.model import Advice, Explanation
from pytorch_explain.output.plain import render
from pytorch_explain.output.terminal import WIDEST, show
from pytorch_explain.output.wrapping import width
from rich.console import Console

Tell = Callable[[str], Explanation]
_STYLE = re.compile(r"\x1b\[([0-9;]*)m")


def explanation(meaning: str = "It failed.", **changes: object) -> Explanation:
    base = Explanation("some-id", "shape", "en", "Title", "", meaning, [], "", "", (), ())
    return base._replace(**changes)  # type: ignore[arg-type]


def shown(made: Explanation, columns: int = 80, **options: object) -> str:
    """What a terminal of this width gets."""
    stream = io.StringIO()
    settings: dict[str, object] = {"color_system": "standard", "no_color": False, **options}
    console = Console(
        file=stream,
        force_terminal=True,
        width=columns,
        highlight=False,
        soft_wrap=True,
        legacy_windows=False,
        _environ={},
        **settings,  # type: ignore[arg-type]
    )
    show(made, console)
    return stream.getvalue()


def test_steps_stay_steps() -> None:
    made = explanation(locate="1. look at `x`:\n`print(x)`\n2. go on")
    rows = _STYLE.sub("", shown(made)).splitlines()
    assert [row[14:] for row in rows if row[14:15] in ("1", "p", "2")][:3] == ["1. look at x:", "print(x)", "2. go on"]


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("columns", [60, 80, 100])
def test_a_terminal_gets_the_words_of_the_plain_text(told: Tell, lang: str, columns: int) -> None:
    text = _STYLE.sub("", shown(told(lang), columns))
    plain = render(told(lang), columns).replace("`", "")
    assert [line.rstrip() for line in text.splitlines()] == [line.rstrip() for line in plain.splitlines()]


def styles(text: str, part: str) -> set[str]:
    """The styles in which the characters of `part` are shown."""
    style, plain, shown_in = "", "", []
    for number, piece in enumerate(_STYLE.split(text)):
        if number % 2:
            style = "" if piece == "0" else piece
        else:
            plain += piece
            shown_in += [style] * len(piece)
    start = plain.index(part)
    return set(shown_in[start : start + len(part)])


@pytest.mark.parametrize(
    ("part", "style"),
    [
        ("Most likely", "1;33"),
        ("  change", "1;32"),
        ("Not this", "1;31"),
        ("To see it", "1;36"),
        ("self.fc1 = nn.Linear(400, 120)", "32"),
        ("fc1", "1;36"),
    ],
)
def test_labels_code_and_names_have_their_colours(told: Tell, part: str, style: str) -> None:
    assert styles(shown(told("en")), part) == {style}


@pytest.mark.parametrize(
    "part", ["what stands before", "resize the images", "x.view(-1, 300): where", "print the shapes layer"]
)
def test_the_colour_of_a_label_ends_with_it(told: Tell, part: str) -> None:
    assert styles(shown(told("en")), part) == {""}


def test_without_colour_there_is_none(told: Tell) -> None:
    codes = {code for found in _STYLE.findall(shown(told("en"), no_color=True)) for code in found.split(";")}
    assert not {code for code in codes if code.startswith(("3", "4", "9")) and len(code) > 1}


def test_a_terminal_that_knows_no_styles_gets_none(told: Tell) -> None:
    assert "\x1b" not in shown(told("zh"), color_system=None)


def test_a_wide_terminal_is_not_filled() -> None:
    assert max(map(width, _STYLE.sub("", shown(explanation("word " * 100), 300)).splitlines())) <= WIDEST


def test_nothing_is_written_that_rich_would_take_for_markup() -> None:
    made = explanation(
        "[red]x[/red] [link=https://evil.example]y[/link] :smile:", causes=[Advice("[bold]", "", "a[0][/]")]
    )
    text = _STYLE.sub("", shown(made))
    assert "[red]x[/red] [link=https://evil.example]y[/link] :smile:" in text
    assert "[bold]" in text and "a[0][/]" in text


@pytest.mark.parametrize("hostile", ["\x1b]0;owned\x07", "\x1b[2J", "\x9b31m", "\u202egnp.exe", "\x00", "\x08\x08"])
@pytest.mark.parametrize("place", ["meaning", "place", "cause", "fix", "code", "locate", "avoid"])
def test_nothing_of_the_paste_reaches_the_terminal_unescaped(hostile: str, place: str) -> None:
    text = f"before {hostile} after"
    if place in ("cause", "fix", "code"):
        made = explanation(causes=[Advice(**{"cause": "one", "fix": "two", "code": "", place: text})])
    else:
        made = explanation(**{"meaning": "It failed.", place: text})
    assert not set("\x1b\x9b\u202e\x00\x07\x08") & set(shown(made, color_system=None))


def test_a_name_that_is_wrapped_stays_a_name_and_what_follows_it_does_not_become_one() -> None:
    text = shown(explanation("word " * 14 + "`a long name` and then the rest"), 80)
    (line,) = [line for line in text.splitlines() if "and then" in line]
    rest = line[line.index("and then") - 1 :]
    assert not re.search(r"\x1b\[[0-9;]*36m[^\x1b]*and then", line), rest
