"""`show` and `list`, and what a shell completes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]

# --- show


def test_an_entry_is_shown_in_full(explain: Command) -> None:
    done = explain("show", "matmul-shape-mismatch")
    assert (done.returncode, done.stderr) == (0, "")
    for part in ("matmul-shape-mismatch", "Matrix sizes do not fit", "nn.Linear", "mat1 and mat2 shapes"):
        assert part in done.stdout


def test_an_entry_is_shown_in_chinese(explain: Command) -> None:
    assert "矩阵相乘的形状对不上" in explain("show", "matmul-shape-mismatch", "--lang", "zh").stdout


def test_an_entry_is_shown_as_markdown(explain: Command) -> None:
    assert explain("show", "matmul-shape-mismatch", "--format", "markdown").stdout.startswith("#")


def test_an_entry_as_json_holds_all_its_texts(explain: Command) -> None:
    found = json.loads(explain("show", "state-dict-keys", "--format", "json").stdout)
    assert (found["id"], found["category"]) == ("state-dict-keys", "checkpoint")
    assert set(found["title"]) == {"en", "zh"}
    for key in ("signatures", "reproduction", "meaning", "causes", "locate", "avoid", "aliases", "related", "docs"):
        assert key in found
    assert all({"en", "zh"} <= set(variant) for variant in found["meaning"])


@pytest.mark.parametrize(
    "near", ["matmul-shape", "matmul_shape_mismatch", "matmul-shape-mismatched", "mat-shape-mismatch"]
)
@pytest.mark.parametrize("command", ["show", "repro"])
def test_an_id_that_is_nearly_one_names_what_is_near(explain: Command, command: str, near: str) -> None:
    done = explain(command, near)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Near: matmul-shape-mismatch" in done.stderr


def test_an_id_that_is_near_none_points_to_the_list(explain: Command) -> None:
    done = explain("show", "zzzzzz")
    assert done.returncode == 2
    assert "no entry 'zzzzzz'. See: pytorch-explain list." in done.stderr


@pytest.mark.parametrize("identity", ["../matmul-shape-mismatch", "shape/matmul-shape-mismatch", "", "a\nb", "%s"])
def test_an_id_is_never_a_path(explain: Command, identity: str) -> None:
    assert explain("show", identity).returncode == 2


# --- list


def test_the_list_has_every_category_and_its_entries(explain: Command) -> None:
    rows = explain("list").stdout.splitlines()
    assert {"shape", "checkpoint", "memory"} <= set(rows)
    below = rows[rows.index("shape") + 1 :]
    assert any(row.startswith("  matmul-shape-mismatch ") and row.endswith("Matrix sizes do not fit") for row in below)


def test_the_list_of_a_category_has_no_other(explain: Command) -> None:
    rows = explain("list", "--category", "memory").stdout.splitlines()
    assert rows[0] == "memory"
    assert all(row.startswith("  ") for row in rows[1:])
    assert any("cuda-out-of-memory" in row for row in rows)


def test_the_list_speaks_chinese(explain: Command) -> None:
    assert "显存不足" in explain("list", "--lang", "zh").stdout


def test_the_list_as_json_is_one_object_an_entry(explain: Command) -> None:
    done = explain("list", "--format", "json")
    found = {item["id"]: item for item in map(json.loads, done.stdout.splitlines())}
    assert {"matmul-shape-mismatch", "state-dict-keys", "cuda-out-of-memory"} <= set(found)
    for item in found.values():
        assert set(item) >= {"id", "category", "title", "signatures", "reproduction"}
        assert set(item["title"]) == {"en", "zh"}


def test_a_category_that_does_not_exist_is_wrong_usage(explain: Command) -> None:
    done = explain("list", "--category", "nope")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no category 'nope'" in done.stderr
    assert "shape" in done.stderr


# --- completion


def completed(explain: Command, *words: str) -> list[str]:
    """What a bash offers for the last of the words."""
    done = explain(
        _PYTORCH_EXPLAIN_COMPLETE="bash_complete",
        COMP_WORDS=" ".join(["pytorch-explain", *words]),
        COMP_CWORD=str(len(words)),
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [line.split(",", 1)[1] for line in done.stdout.splitlines() if line]


def test_a_shell_completes_commands(explain: Command) -> None:
    assert completed(explain, "sh") == ["show"]
    assert {"explain", "show", "list", "repro", "kb"} <= set(completed(explain, ""))


@pytest.mark.parametrize("command", ["show", "repro"])
def test_a_shell_completes_ids(explain: Command, command: str) -> None:
    assert completed(explain, command, "matmul-sh") == ["matmul-shape-mismatch"]
    assert {"cuda-out-of-memory", "state-dict-keys"} <= set(completed(explain, command, ""))


def test_a_shell_completes_options_and_their_values(explain: Command) -> None:
    assert completed(explain, "explain", "--la") == ["--lang"]
    assert completed(explain, "explain", "--lang", "z") == ["zh"]


def test_an_id_that_begins_like_none_completes_to_nothing(explain: Command) -> None:
    assert completed(explain, "show", "zzz") == []


def test_a_missing_knowledge_base_does_not_disturb_the_shell(explain: Command) -> None:
    done = explain(
        _PYTORCH_EXPLAIN_COMPLETE="bash_complete",
        COMP_WORDS="pytorch-explain show m",
        COMP_CWORD="2",
        PYTORCH_EXPLAIN_KB="nowhere-at-all",
    )
    assert (done.stdout.strip(), done.stderr) == ("", "")
