"""`search`: the FAQ in the terminal."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]


def test_the_answer_is_a_ranked_list_with_the_next_step(explain: Command) -> None:
    done = explain("search", "out", "of", "gpu", "memory")
    rows = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (0, "")
    assert rows[0].startswith("1  cuda-out-of-memory ") and rows[0].endswith("The GPU's memory is full")
    assert rows[1] == "   found by: out, gpu, memory"
    assert rows[-2:] == ["pytorch-explain show cuda-out-of-memory", "pytorch-explain repro cuda-out-of-memory --diff"]


def test_the_list_speaks_chinese(explain: Command) -> None:
    rows = explain("search", "显存爆了", "--lang", "zh").stdout.splitlines()
    assert rows[0].startswith("1  cuda-out-of-memory ") and rows[0].endswith("显存不足")
    assert rows[1].startswith("   命中：显存爆")


def test_json_is_one_object_of_the_promised_form(explain: Command) -> None:
    done = explain("search", "--format", "json", "--", "显存爆了")
    (line,) = done.stdout.splitlines()
    found = json.loads(line)
    assert set(found) == {"query", "matches"} and found["query"] == "显存爆了"
    for match in found["matches"]:
        assert {"id", "category", "title", "score"} <= set(match)
        assert set(match["title"]) == {"en", "zh"} and 0 < match["score"] <= 1
        assert match["words"] and all(word in found["query"] for word in match["words"])
    assert (found["matches"][0]["id"], found["matches"][0]["category"]) == ("cuda-out-of-memory", "memory")


@pytest.mark.parametrize("query", ["how to cook rice", "红烧肉做法", " ", "?"])
def test_nothing_found_is_one_honest_sentence(explain: Command, query: str) -> None:
    done = explain("search", query)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("Nothing found") and len(done.stdout.splitlines()) == 1
    done = explain("search", "--format", "json", query)
    assert (done.returncode, json.loads(done.stdout)) == (1, {"query": query, "matches": []})
    assert explain("search", query, "--lang", "zh").stdout.startswith("没有找到")


def test_a_search_without_words_is_wrong_usage(explain: Command) -> None:
    done = explain("search")
    assert (done.returncode, done.stdout) == (2, "")


@pytest.mark.parametrize("words", [("-1 index out of range",), ("--", "-1", "out of range"), ("a file.txt",)])
def test_words_may_look_like_options(explain: Command, words: tuple[str, ...]) -> None:
    done = explain("search", "--format", "json", *words)
    assert done.returncode in (0, 1) and done.stderr == ""
    assert json.loads(done.stdout)["query"] == " ".join(word for word in words if word != "--")


def test_nothing_typed_reaches_the_terminal_as_an_order(explain: Command) -> None:
    for form in ("text", "json"):
        done = explain("search", "cuda\x1b[31m out of memory\u202e", "--format", form)
        assert done.returncode == 0
        assert "\x1b" not in done.stdout and "\u202e" not in done.stdout


def test_words_of_another_encoding_are_no_fault(explain: Command) -> None:
    assert explain("search", "显存 memory".encode("gb18030")).returncode in (0, 1)
    assert explain("search", "显存 out of gpu memory", encoding="ascii").returncode == 0


def test_matching_words_stand_out_on_a_terminal(on_terminal: Callable[..., str]) -> None:
    shown = on_terminal("search", "gpu memory full")
    assert "\x1b[33m\x1b[1mmemory\x1b[0m" in shown
    assert "\x1b" not in on_terminal("search", "gpu memory full", NO_COLOR="1")


def test_a_missing_knowledge_base_is_one_sentence(explain: Command, tmp_path: Path) -> None:
    done = explain("search", "loss", PYTORCH_EXPLAIN_KB=str(tmp_path / "nowhere"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "no knowledge base at" in done.stderr


def test_an_entry_that_cannot_be_used_is_named_and_left_out(explain: Command, tmp_path: Path) -> None:
    place = tmp_path / "kb" / "team" / "odd"
    place.mkdir(parents=True)
    (place / "entry.yaml").write_text("id: [", encoding="utf-8")
    done = explain("search", "显存爆了", PYTORCH_EXPLAIN_KB=str(tmp_path / "kb"))
    assert done.returncode == 0 and done.stdout.startswith("1  cuda-out-of-memory")
    assert "left out" in done.stderr
