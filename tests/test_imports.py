"""What a start loads: nothing heavy on the exact path, and never a file of the user's."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

MESSAGE = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"
#: Modules that cost a start too much, or that belong to the user's program.
HEAVY = (
    "rich",
    "yaml",
    "rapidfuzz",
    "importlib.metadata",
    "importlib.resources",
    "difflib",
    "torch",
    "numpy",
)
_PROBE = """
import json, sys
sys.argv = ["pytorch-explain", *json.loads(sys.argv[1])]
status = 0
try:
    exec(compile({source!r}, "probe", "exec"))
except SystemExit as stop:
    status = stop.code or 0
sys.stdout.flush()
print("\\n" + json.dumps({{"status": status, "modules": sorted(sys.modules)}}))
"""
RUN = "from pytorch_explain.cli import main; main()"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment whose cache holds the compiled knowledge base already, as an installed package does."""
    home = str(tmp_path_factory.mktemp("cache"))
    variables = {**os.environ, "XDG_CACHE_HOME": home, "LOCALAPPDATA": home, "PYTORCH_EXPLAIN_LANG": "en"}
    variables["PYTHONUTF8"] = "1"
    paths = [os.path.abspath(path) for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    variables["PYTHONPATH"] = os.pathsep.join(paths)
    for name in ("PYTORCH_EXPLAIN_KB", "PYTHONIOENCODING"):
        variables.pop(name, None)
    subprocess.run(
        [sys.executable, "-m", "pytorch_explain", MESSAGE], env=variables, capture_output=True, timeout=120, check=True
    )
    return variables


def modules(environment: dict[str, str], folder: Path, source: str, *arguments: str) -> tuple[int, set[str]]:
    """(exit status, modules that a fresh interpreter has loaded after running `source`)."""
    done = subprocess.run(
        [sys.executable, "-c", _PROBE.format(source=source), json.dumps(arguments)],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    return found["status"], set(found["modules"])


@pytest.mark.parametrize("form", ["text", "json", "markdown"])
def test_the_exact_path_loads_nothing_heavy(environment: dict[str, str], tmp_path: Path, form: str) -> None:
    status, loaded = modules(environment, tmp_path, RUN, MESSAGE, "--format", form)
    assert status == 0
    assert [name for name in HEAVY if name in loaded] == []


def test_the_exact_path_loads_little_that_click_does_not(environment: dict[str, str], tmp_path: Path) -> None:
    _, clicks = modules(environment, tmp_path, "import click, json")
    _, loaded = modules(environment, tmp_path, RUN, MESSAGE)
    own = {name for name in loaded - clicks if name.split(".")[0] != "pytorch_explain"}
    assert "pathlib" in clicks or "pathlib" not in own
    assert not {name.split(".")[0] for name in own} & {"subprocess", "tempfile", "shutil", "asyncio", "urllib", "ssl"}


def test_only_a_rescue_loads_rapidfuzz(environment: dict[str, str], tmp_path: Path) -> None:
    _, loaded = modules(environment, tmp_path, RUN, "RuntimeError: mat1 adn mat2 shpaes cannt be multipled")
    assert "rapidfuzz" in loaded
    assert not {"rich", "yaml", "torch", "numpy"} & loaded


@pytest.mark.parametrize("form", ["text", "json"])
def test_a_search_loads_nothing_heavy(environment: dict[str, str], tmp_path: Path, form: str) -> None:
    status, loaded = modules(environment, tmp_path, RUN, "search", "loss", "显存爆了", "--format", form)
    assert status == 0
    assert [name for name in HEAVY if name in loaded] == []


def test_only_an_unknown_word_makes_a_search_load_rapidfuzz(environment: dict[str, str], tmp_path: Path) -> None:
    _, loaded = modules(environment, tmp_path, RUN, "search", "tensor not contigous")
    assert "rapidfuzz" in loaded
    assert not {"rich", "yaml", "torch", "numpy"} & loaded


def test_importing_the_package_loads_nothing_of_it(environment: dict[str, str], tmp_path: Path) -> None:
    _, before = modules(environment, tmp_path, "pass")
    _, loaded = modules(environment, tmp_path, "import pytorch_explain")
    assert "pytorch_explain" in loaded
    assert [name for name in loaded if name.startswith("pytorch_explain.")] == []
    assert not {"re", "json", "click", "threading", "pathlib", *HEAVY} & (loaded - before)


@pytest.mark.parametrize("path", [None, ".", ""])
@pytest.mark.parametrize("name", ["explain", "model", "matching", "language"])
def test_a_file_of_the_users_is_never_taken_for_ours(
    environment: dict[str, str], tmp_path: Path, name: str, path: str | None
) -> None:
    (tmp_path / f"{name}.py").write_text(f"raise SystemExit('the {name}.py of the user ran')\n", encoding="utf-8")
    variables = dict(environment)
    if path is not None:
        variables["PYTHONPATH"] = os.pathsep.join([path, *filter(None, [environment["PYTHONPATH"]])])
    done = subprocess.run(
        [sys.executable, "-m", "pytorch_explain", MESSAGE],
        env=variables,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("matmul-shape-mismatch")
