"""How fast it is: `pytest tests/benchmark --benchmark-enable`. Nothing here fails for being slow.

Start-up is to be measured with the wheel installed (an editable install adds its import finder to every
start) and read as a ratio to `import click`; `tests/benchmark/startup.py` does that.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from pytorch_explain.knowledge import compiling, template
from pytorch_explain.knowledge.compiling import entry_files, load
from pytorch_explain.knowledge.store import SOURCE, Base, folder
from pytorch_explain.knowledge.words import words
from pytorch_explain.matching.ranking import rank
from pytorch_explain.model import Entry, Signature
from pytorch_explain.reading.passages import read

HERE = Path(__file__).parent
CASES = HERE.parent / "cases"
TIMES = 10


@pytest.fixture(scope="module")
def base() -> Base:
    return folder(SOURCE, own=True)


@pytest.fixture(scope="module")
def tenfold(base: Base, tmp_path_factory: pytest.TempPathFactory) -> Base:
    """The knowledge base with ten times the signatures; the others are PyTorch's own messages, not clones."""
    entries = [load(path) for path in entry_files(Path(SOURCE))]
    count = sum(len(entry.signatures) for entry in entries)
    messages = (HERE / "messages.txt").read_text(encoding="utf-8").splitlines()
    more = [_entry(number, message) for number, message in enumerate(messages[: (TIMES - 1) * count])]
    assert len(more) >= (TIMES - 1) * count - 1, "messages.txt holds too few messages for ten times the signatures"
    place = tmp_path_factory.mktemp("tenfold")
    (place / "entries").mkdir()
    for name, data in (
        ("index.json", compiling.index([*entries, *more])),
        ("likeness.json", compiling.likeness([*entries, *more])),
    ):
        (place / name).write_text(json.dumps(data), encoding="utf-8")
    return Base(str(place), SOURCE, own=True)


def _entry(number: int, message: str) -> Entry:
    names = iter(range(99))
    parts = message.replace("{}", "\0").replace("{", "{{").replace("}", "}}").split("\0")
    text = parts[0] + "".join(f"{{value{next(names)}:int}}{part}" for part in parts[1:])
    nothing = [{"en": "x", "zh": "x"}]
    return Entry(f"message-{number}", "other", nothing[0], [Signature(text)], nothing, [], nothing, nothing)


def pastes(base: Base, how: str) -> list[bytes]:
    """The real pastes that are recognised exactly, or only by likeness."""
    found = []
    for line in (CASES / "index.jsonl").read_text(encoding="utf-8").splitlines():
        data = (CASES / json.loads(line)["file"]).read_bytes()
        matches, _ = rank(read(data), [base])
        if matches and matches[0].how == how and len(data) < 50_000:
            found.append(data)
    return found


@pytest.mark.parametrize("how", ["exact", "fuzzy"])
@pytest.mark.parametrize("times", [1, TIMES])
def test_matching(benchmark: BenchmarkFixture, base: Base, tenfold: Base, how: str, times: int) -> None:
    """From text to ranking, warm; the median over the pastes is the figure, divided by their number."""
    texts = pastes(base, how)
    opened: list[Base] = [base if times == 1 else tenfold]
    benchmark.extra_info["pastes"] = len(texts)
    benchmark(lambda: [rank(read(text), opened) for text in texts])


@pytest.mark.parametrize("character", ["a", "[", "7", " ", "(1, ", "Error: ", "\\n"])
def test_a_megabyte_of_nothing(benchmark: BenchmarkFixture, base: Base, character: str) -> None:
    """Adversarial input stays linear."""
    text = character * (1_000_000 // len(character))
    result: Any = benchmark.pedantic(lambda: rank(read(text), [base]), rounds=1, iterations=1)
    assert result[0] == []


def test_words_and_templates_of_the_messages_parse() -> None:
    """The messages that fill the tenfold base are usable as templates."""
    for number, message in enumerate((HERE / "messages.txt").read_text(encoding="utf-8").splitlines()[:500]):
        entry = _entry(number, message)
        assert template.pattern(entry.signatures[0].message)
        assert words(message)
