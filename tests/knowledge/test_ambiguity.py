"""Templates that a text could make run away are refused; those that are let through stay quick on the worst text."""

from __future__ import annotations

import re
import time

import pytest
from pytorch_explain.knowledge.ambiguity import bounded
from pytorch_explain.knowledge.template import TemplateError, pattern


@pytest.mark.parametrize(
    "wording",
    [
        "the widget {a:name} x {b:name} x {c:name} x {d:name}!",
        "the widget {a:dtype} of {b:dtype} of {c:dtype} of {d:dtype} of {e:int}",
        "the widget {a:rest} and {b:rest} and {c:rest}.",
        "the widget {a:name} '{b:name}' '{c:name}' {d:path}!",
        "the widget {a:name}[[, so]] {b:name}[[, so]] {c:name}[[, so]] {d:name}!",
        "the widget {a:int} '{b:int}' '{c:int}' '{d:int}' '{e:int}' of them",
    ],
)
def test_placeholders_that_could_take_each_others_text_are_refused(wording: str) -> None:
    with pytest.raises(TemplateError, match="put more text between them"):
        bounded(wording)


@pytest.mark.parametrize(
    "wording",
    [
        "mat1 and mat2 shapes cannot be multiplied ({rows:int}x{got:int} and {want:int}x{out:int})",
        "the widget {a:name}, {b:name}, {c:name}, {d:name}, {e:name}!",
        "Missing key(s) in state_dict: {a:keys}. Unexpected key(s) in {b:keys}!",
        "the widget '{a:quoted}' '{b:quoted}' '{c:quoted}' '{d:quoted}'",
        "the widget {a:dtype} but got the scalar type {b:dtype} for argument '{c:name}'",
    ],
)
def test_placeholders_that_are_told_apart_are_not(wording: str) -> None:
    bounded(wording)


def test_many_optional_parts_are_refused() -> None:
    with pytest.raises(TemplateError, match="more than 8 optional parts"):
        bounded("the widget" + "[[ and]]" * 9)


@pytest.mark.parametrize(
    ("wording", "text"),
    [
        ("the widget {a:name} for {b:name} for {c:name}!", "thewidget" + "for" * 60),
        ("the widget {a:dtype}a{b:dtype}aaaa{c:dtype}!", "thewidget" + "a" * 400),
        (
            "the widget {a:rest} for quite a while and {b:rest} for ever and ever",
            "thewidget" + "forquiteawhileand" * 400,
        ),
    ],
)
def test_what_is_let_through_is_quick_on_the_worst_text(wording: str, text: str) -> None:
    bounded(wording)
    expression = re.compile(pattern(wording))
    before = time.perf_counter()
    assert expression.search(text) is None
    assert time.perf_counter() - before < 2
