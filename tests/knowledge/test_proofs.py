"""The record of what was proven by running: what is written, what is dropped, and what a damaged file does."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from pytorch_explain.knowledge import proofs
from pytorch_explain.knowledge.checking import check
from pytorch_explain.knowledge.compiling import entry_files, load
from pytorch_explain.knowledge.proofs import FILE, Proof, current, digest, read, replaced, write
from pytorch_explain.knowledge.store import SOURCE, folder
from pytorch_explain.output.proven import proven

KB = Path(SOURCE)
ROW = Proof("some-id", "cpu", "2.13.0", "3.11", "Linux", "2026-11-30", "0123456789ab")


def test_rows_are_read_as_they_were_written(tmp_path: Path) -> None:
    rows = [ROW, ROW._replace(device="cuda"), ROW._replace(id="other")]
    write(tmp_path, rows)
    assert read(tmp_path) == (sorted(rows), [])
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


def test_a_knowledge_base_need_not_have_a_record(tmp_path: Path) -> None:
    assert read(tmp_path) == ([], [])


@pytest.mark.parametrize(
    "line",
    ["some-id\tcpu", "\t".join(ROW._replace(device="tpu")), "\t".join(ROW) + "\tmore", "\x00", "../x\tcpu\t2.1.0"],
)
def test_a_damaged_row_is_told_and_the_others_are_read(tmp_path: Path, line: str) -> None:
    write(tmp_path, [ROW])
    with (tmp_path / FILE).open("a", encoding="utf-8") as file:
        file.write(line + "\n")
    rows, faults = read(tmp_path)
    assert rows == [ROW] and len(faults) == 1 and faults[0].startswith("line 3 is no row of id, device")
    assert any(fault.path.name == FILE and "line 3" in fault.text for fault in check(tmp_path))


def test_bytes_that_are_no_text_are_damaged_rows(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"header\n\xff\xfe\x00\n")
    rows, faults = read(tmp_path)
    assert rows == [] and [fault[:6] for fault in faults] == ["line 1", "line 2"]


def test_a_nightly_torch_can_be_recorded(tmp_path: Path) -> None:
    rows = [ROW._replace(torch="2.14.0.dev20261101")]
    write(tmp_path, rows)
    assert read(tmp_path) == (rows, [])


def test_a_run_replaces_what_it_ran_and_nothing_else() -> None:
    other, cuda, gone = ROW._replace(id="other"), ROW._replace(device="cuda"), ROW._replace(id="gone")
    broken = ROW._replace(id="broken")
    fresh = ROW._replace(date="2027-01-01")
    rows = replaced([ROW, other, cuda, gone, broken], [fresh], ["broken"], "cpu", {"some-id", "other", "broken"})
    assert rows == sorted([fresh, other, cuda])


def test_the_digest_stands_for_the_scripts_and_what_is_promised_of_them(tmp_path: Path) -> None:
    entry = load(entry_files(KB)[0])
    (tmp_path / "repro.py").write_bytes(b"a\nb\n")
    first = digest(entry, tmp_path)
    (tmp_path / "repro.py").write_bytes(b"a\r\nb\r\n")
    assert digest(entry, tmp_path) == first  # as another system checks it out
    (tmp_path / "repro.py").write_bytes(b"a\nc\n")
    assert digest(entry, tmp_path) != first
    assert digest(entry._replace(reproduction={"cpu": "dies"}), tmp_path) != digest(entry, tmp_path)


def test_a_changed_script_is_not_proven(tmp_path: Path) -> None:
    entry = load(entry_files(KB)[0])
    (tmp_path / "repro.py").write_text("a")
    row = ROW._replace(id=entry.id, digest=digest(entry, tmp_path))
    known = {entry.id: (entry, tmp_path)}
    assert current(known, [row]) == {
        entry.id: {"cpu": {"torch": "2.13.0", "python": "3.11", "system": "Linux", "date": "2026-11-30"}}
    }
    (tmp_path / "repro.py").write_text("b")
    assert current(known, [row]) == {}


def test_the_compiled_form_tells_what_is_proven() -> None:
    base = folder(KB, own=True)
    rows = {(row.id, row.device) for row in read(KB)[0]}
    assert {(identity, device) for identity, told in base.proofs.items() for device in told} == rows


def test_a_record_that_cannot_be_read_takes_nothing_with_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pytorch_explain.knowledge import compiling

    def refuse(root: Path) -> None:
        raise PermissionError("no")

    monkeypatch.setattr(proofs, "read", refuse)
    assert compiling.proven([], [KB / "shape" / "x" / "entry.yaml"]) == {}


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", ["CPU: torch 2.13.0, Python 3.11 on Linux, 2026-11-30", "CUDA: cannot be shown there: no card"]),
        ("zh", ["CPU：torch 2.13.0，Python 3.11，Linux，2026-11-30", "CUDA：无法在此演示：没有显卡"]),
    ],
)
def test_what_is_told_of_each_device(lang: str, told: list[str]) -> None:
    entry = load(entry_files(KB)[0])._replace(
        reproduction={"cpu": "raises", "cuda": {"none": "no card", "zh": "没有显卡"}, "needs": []}
    )
    row = {"torch": "2.13.0", "python": "3.11", "system": "Linux", "date": "2026-11-30"}
    assert proven(entry, {"cpu": row}, lang) == told
    assert proven(entry._replace(reproduction={"cpu": "raises", "cuda": "raises"}), {"mps": row}, "en") == [
        "CPU: not run yet",
        "CUDA: not run yet",
        "MPS: torch 2.13.0, Python 3.11 on Linux, 2026-11-30",
    ]


def test_reasons_are_given_in_both_languages() -> None:
    for path in entry_files(KB):
        for device, does in load(path).reproduction.items():
            assert not (isinstance(does, dict) and "none" in does) or does["zh"], (path, device)


def test_a_changed_script_takes_its_proof_back_at_once(tmp_path: Path) -> None:
    source = entry_files(KB)[0].parent
    place = tmp_path / source.parent.name / source.name
    shutil.copytree(source, place)
    entry = load(place / "entry.yaml")
    write(tmp_path, [ROW._replace(id=entry.id, digest=digest(entry, place))])
    assert entry.id in folder(tmp_path, own=False).proofs
    with (place / "repro.py").open("a", encoding="utf-8") as script:
        script.write("# changed\n")
    assert entry.id not in folder(tmp_path, own=False).proofs
