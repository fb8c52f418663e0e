"""Markdown that is pasted into a ticket: code fenced, and nothing of the paste obeyed."""

from __future__ import annotations

import html
import re
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from pytorch_explain.knowledge.filling import fill
from pytorch_explain.model import Advice, Explanation
from pytorch_explain.output.markdown import escape, fence, literal, render

Tell = Callable[[str], Explanation]
Golden = Callable[[str, str], None]
PIECES = [*"`*_[]()<>!#&|~\\+-=.:;\"'/ 1ax", "<b>", "](x)", "&lt;", "``"]
HOSTILE = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
#: What an explanation itself is made of.
OURS = {"h3", "p", "em", "strong", "code", "pre", "br"}


def explanation(meaning: str = "It failed.", **changes: object) -> Explanation:
    base = Explanation("some-id", "shape", "en", "Title", "", meaning, [], "", "", (), ())
    return base._replace(**changes)  # type: ignore[arg-type]


def page(markdown: str) -> str:
    """The Markdown as a browser gets it."""
    return str(MarkdownIt("commonmark").render(markdown))


def tags(markdown: str) -> set[str]:
    return set(re.findall(r"<([a-zA-Z][a-zA-Z0-9]*)", page(markdown)))


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_an_explanation_reads_like_this(told: Tell, golden: Golden, lang: str) -> None:
    golden(f"markdown-{lang}.txt", render(told(lang)))


def test_an_explanation_has_its_parts(told: Tell) -> None:
    shown = page(render(told("en")))
    assert "<h3>Matrix sizes do not fit (<code>matmul-shape-mismatch</code>)</h3>" in shown
    assert "<em>train.py:31, in forward" in shown
    assert '<pre><code class="language-python">self.fc1 = nn.Linear(400, 120)' in shown
    assert "<strong>Most likely</strong>" in shown


def test_steps_and_their_code_stand_in_order() -> None:
    shown = page(render(explanation(locate="1. look:\n`a()`\n`b()`\nso far\n2. go on\n- or not")))
    assert re.findall(r"<(?:p|code)[^>]*>(?:<strong>.*?</strong> )?([^<]+)", shown)[2:7] == [
        "1. look:",
        "a()\nb()\n",
        "so far",
        "2. go on",
        "- or not",
    ]


@pytest.mark.parametrize(
    "hostile",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[click](https://evil.example)",
        "![x](https://evil.example/pixel.png)",
        "<https://evil.example>",
        "*bold* _it_ **strong**",
        "&lt;b&gt;",
        "a | b | c",
        "~~gone~~",
        "# heading",
        "> quoted",
        "- item",
        "+ item",
        "1. item",
        "1) item",
        "===",
        "---",
        "\\*not\\*",
        "``<img src=x>`",
        "`<img src=x>",
        "``` <img src=x>",
    ],
)
def test_a_hostile_capture_is_shown_as_text(hostile: str) -> None:
    made = explanation(
        hostile,
        title=hostile,
        place=hostile,
        causes=[Advice(hostile, "see " + hostile)],
        avoid=hostile,
        locate=f"first\n{hostile}",
    )
    assert tags(render(made)) <= OURS


@settings(deadline=None, max_examples=500)
@given(HOSTILE)
def test_no_capture_within_a_sentence_becomes_markup(hostile: str) -> None:
    made = explanation(f"`{hostile}` was built for {hostile} features", causes=[Advice(f"the {hostile} changed", "")])
    assert tags(render(made)) <= OURS


@settings(deadline=None, max_examples=300)
@given(st.text(st.sampled_from("*_[]()<>!#&|~\\+-=.:;\"'/1ax"), min_size=1, max_size=20))
def test_escaped_text_reads_as_it_was(text: str) -> None:
    shown = page("start " + escape(text) + " end")
    assert html.unescape(shown) == f"<p>start {text} end</p>\n"


def test_code_spans_of_a_text_stay_code() -> None:
    assert "<code>a_b*c</code> and x*y*z" in page(escape("`a_b*c` and x*y*z"))


@pytest.mark.parametrize("code", ["x = 1", "```\n<b>\n```", "a `` b", "````", "    indented", "a\n\nb"])
def test_a_fence_holds_any_code(code: str) -> None:
    shown = page("\n".join(fence(code)))
    assert html.unescape(re.sub(r"</?(?:pre|code)[^>]*>", "", shown)).strip("\n") == code


@pytest.mark.parametrize("code", ["x = 1", "a\n\n\nb", "```"])
def test_the_code_of_a_cause_is_shown_as_it_is(code: str) -> None:
    shown = page(render(explanation(causes=[Advice("one", "", code)])))
    assert html.escape(code, quote=False) + "\n</code></pre>" in shown


def test_a_shell_command_is_not_marked_as_python() -> None:
    assert fence("pip install torch")[0] == "```"
    assert fence("x = 1")[0] == "```python"


@settings(deadline=None)
@given(st.text())
def test_no_control_character_gets_out(hostile: str) -> None:
    text = render(explanation(hostile, place=hostile, causes=[Advice(hostile, hostile, hostile)]))
    assert not any((c < " " and c not in "\n\t") or "\x7f" <= c <= "\x9f" for c in text)


@settings(deadline=None, max_examples=300)
@given(st.text(st.sampled_from("*_[]()<>!#&|~\\`+-=.:;\"'/1axw"), min_size=1, max_size=20))
def test_a_text_that_is_none_of_ours_reads_as_it_was(text: str) -> None:
    shown = page("start " + literal(text) + " end")
    assert html.unescape(shown) == f"<p>start {text} end</p>\n"


@settings(deadline=None, max_examples=500)
@given(HOSTILE)
def test_no_fact_ends_the_code_that_it_stands_in(hostile: str) -> None:
    text = fill("`{layer}` was built for `{layer}` and {layer}", {"layer": hostile}, "en")
    assert tags(escape(text or "")) <= {"p", "code"}


@settings(deadline=None, max_examples=500)
@given(HOSTILE)
def test_a_place_is_text(hostile: str) -> None:
    assert tags(render(explanation(place=hostile))) <= OURS


@pytest.mark.parametrize(
    "link", ["www.evil.example", "https://evil.example", "ftp://a.b", "WWW.evil.example", "(www.a.b)"]
)
def test_github_makes_no_link_of_a_bare_address(link: str) -> None:
    escaped = literal(f"see {link} now")
    assert re.search(r"(?<!\\)://|www\.", escaped, re.I) is None
    assert f"see {link} now" in html.unescape(page(escaped))
