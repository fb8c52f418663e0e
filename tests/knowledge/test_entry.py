"""The form of entry.yaml: every fault is named with its place, and nothing is lost on the way to JSON and back."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from pytorch_explain.knowledge.entry import Malformed, addresses, all_texts, read, restore, signature, write

Data = dict[str, Any]


def fault(data: Any) -> str:
    with pytest.raises(Malformed) as caught:
        read(data, "shape")
    return str(caught.value)


def put(*path: Any, value: Any) -> Callable[[Data], None]:
    """A change that puts `value` at `path`."""

    def change(data: Data) -> None:
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return change


def drop(*path: Any) -> Callable[[Data], None]:
    """A change that takes what is at `path` away."""

    def change(data: Data) -> None:
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return change


def test_a_sound_entry_is_read(data: Data) -> None:
    entry = read(data, "shape")
    assert (entry.id, entry.category, entry.title["zh"]) == ("widget-sizes", "shape", "部件大小对不上")
    assert entry.signatures[0].exceptions == ("RuntimeError",)
    assert entry.unlike == [("the widget has no teeth", "user code")]


def test_a_single_text_is_a_list_of_one_variant(data: Data) -> None:
    data["meaning"] = data["meaning"][1]
    assert [variant["en"] for variant in read(data, "shape").meaning] == ["The widget and the gear differ."]


def test_a_single_code_is_a_list_of_one_variant(data: Data) -> None:
    assert read(data, "shape").causes[0].code == ["widget = Widget({want})"]


def test_white_space_around_a_text_goes(data: Data) -> None:
    data["locate"]["en"] = "\n  count the teeth\n"
    assert read(data, "shape").locate[0]["en"] == "count the teeth"


def test_a_signature_counts_as_known_from_text_unless_it_says_that_it_was_run(data: Data) -> None:
    del data["signatures"][0]["proven"]
    assert read(data, "shape").signatures[0].proven == "text"


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (put("schema", value=2), "schema: must be 1, is 2"),
        (drop("schema"), "schema: must be 1, is None"),
        (drop("id"), "the entry: id must be a text, is missing"),
        (put("id", value=7), "the entry: id must be a text"),
        (put("sgnatures", value=[]), "the entry: unknown key 'sgnatures'"),
        (drop("title"), "title: must be {en: ..., zh: ...}, both"),
        (drop("title", "zh"), "title: must be {en: ..., zh: ...}, both"),
        (put("title", "fr", value="Taille"), "title: must be {en: ..., zh: ...}, both"),
        (put("title", "zh", value="  "), "title.zh: must be a text that is not empty"),
        (put("title", "en", value=5), "title.en: must be a text that is not empty"),
        (put("signatures", value={}), "signatures: must be a list"),
        (put("signatures", value=["some text"]), "signatures[0]: must be a mapping, is str"),
        (put("signatures", 0, "mesage", value="x"), "signatures[0]: unknown key 'mesage'"),
        (drop("signatures", 0, "message"), "signatures[0]: message must be a text, is missing"),
        (drop("signatures", 0, "example"), "signatures[0]: example must be a text, is missing"),
        (put("signatures", 0, "proven", value="maybe"), "signatures[0].proven: must be one of run, text, is 'maybe'"),
        (put("signatures", 0, "exceptions", value="RuntimeError"), "exceptions: must be a list"),
        (put("signatures", 0, "exceptions", value=[1]), "exceptions: every item must be a text (quote it)"),
        (put("signatures", 0, "torch", value=2.1), "signatures[0]: torch must be a text"),
        (put("signatures", 0, "where", value=["a"]), "signatures[0]: where must be a text"),
        (put("meaning", value=[]), "meaning: is empty"),
        (drop("meaning"), "meaning: must be {en: ..., zh: ...}, both"),
        (put("meaning", 1, "zh", value=""), "meaning[1].zh: must be a text that is not empty"),
        (put("causes", value="none"), "causes: must be a list"),
        (put("causes", 0, value="a cause"), "causes[0]: must be a mapping, is str"),
        (put("causes", 0, "because", value="x"), "causes[0]: unknown key 'because'"),
        (drop("causes", 0, "cause"), "causes[0].cause: must be {en: ..., zh: ...}, both"),
        (put("causes", 0, "when", value=True), "causes[0]: when must be a text"),
        (put("causes", 0, "fix", value=[{"en": "x"}]), "causes[0].fix[0]: must be {en: ..., zh: ...}, both"),
        (put("causes", 0, value={"cause": {"en": "a", "zh": "甲"}}), "causes[0]: a cause needs a fix or code to paste"),
        (put("causes", 0, "code", value=[1]), "code: every item must be a text (quote it)"),
        (drop("locate"), "locate: must be {en: ..., zh: ...}, both"),
        (drop("avoid"), "avoid: must be {en: ..., zh: ...}, both"),
        (put("aliases", value="teeth"), "aliases: must be a list"),
        (put("related", value=[1]), "related: every item must be a text (quote it)"),
        (put("docs", value=[None]), "docs: every item must be a text (quote it)"),
        (put("unlike", value=[{"message": "x"}]), "unlike: from must be a text, is missing"),
        (put("unlike", value=["a message alone"]), "unlike"),
        (
            put("decoder", value=[{"means": {"en": "a", "zh": "甲"}}]),
            "decoder[0]: assertion must be a text, is missing",
        ),
        (put("decoder", value=[{"assertion": "t < n"}]), "decoder[0].means: must be {en: ..., zh: ...}, both"),
        (put("decoder", value=[{"asertion": "t < n"}]), "decoder[0]: unknown key 'asertion'"),
        (put("arithmetic", value=["matmul"]), "the entry: arithmetic must be a text"),
        (put("reproduction", value="raises"), "reproduction: must be a mapping, is str"),
        (put("dead_end", value=True), "dead_end: must be a mapping, is bool"),
        (put("retired", value="other"), "retired: must be a mapping, is str"),
        (put("retired", value={}), "retired: by must be a text, is missing"),
    ],
)
def test_a_fault_of_form_is_named(data: Data, change: Callable[[Data], None], named: str) -> None:
    change(data)
    assert named in fault(data)


@pytest.mark.parametrize("content", [None, "text", 5, ["a", "list"]])
def test_what_is_no_mapping_is_no_entry(content: Any) -> None:
    assert fault(content) == f"the entry: must be a mapping, is {type(content).__name__}"


def test_a_retired_entry_needs_only_who_took_over() -> None:
    entry = read({"schema": 1, "id": "old-name", "retired": {"by": "new-name"}}, "shape")
    assert (entry.id, entry.retired, entry.signatures) == ("old-name", "new-name", ())


def test_an_entry_survives_the_way_through_json(data: Data) -> None:
    data["decoder"] = [{"assertion": "t < n", "means": {"en": "too large", "zh": "太大"}, "entry": "other"}]
    data["dead_end"] = {"ends": "wrong"}
    plain = json.loads(json.dumps(write(read(data, "shape"))))
    assert write(restore(plain)) == plain
    assert restore(plain).causes == read(data, "shape").causes
    assert restore(plain).decoder == read(data, "shape").decoder


def test_all_texts_are_those_that_may_hold_placeholders(data: Data) -> None:
    places = [where for where, _ in all_texts(read(data, "shape"))]
    assert places == ["meaning", "causes[0].cause", "causes[0].fix", "locate", "avoid"]


@pytest.mark.parametrize(
    "address",
    [
        "http://a.b",
        "https://",
        "https://a b",
        "https://a.b\n",
        "https://a.b>",
        "https://a`b",
        "https://a\u202eb",
        "javascript:x",
    ],
)
def test_only_a_whole_https_address_is_documentation(address: str) -> None:
    with pytest.raises(Malformed, match="is not an https address"):
        addresses({"docs": [address]}, "docs")


@pytest.mark.parametrize(
    "address", ["https://docs.pytorch.org/docs/stable/a.html#b", "https://example.com/文档?a=1&b=(2)"]
)
def test_an_https_address_is_documentation(address: str) -> None:
    assert addresses({"docs": [address]}, "docs") == [address]


def test_a_signature_needs_torch_or_nothing() -> None:
    row = {"message": "x", "example": "x"}
    assert signature(row, "s").needs == ""
    assert signature({**row, "needs": "torch"}, "s").needs == "torch"
    with pytest.raises(Malformed, match="needs"):
        signature({**row, "needs": "numpy"}, "s")
