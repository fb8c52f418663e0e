"""`enable`, `disable`, `status`: what they do to an environment, and what an environment can do to them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import executing
import pytest
import pytorch_explain
import rapidfuzz
import yaml
from pytorch_explain.hooks import environment

FILES = {f"{environment.NAME}.pth", f"{environment.NAME}.py"}
#: Stands in for torch, which would take long to install: a failure that comes before torch is.
CRASH = "raise ImportError(\"No module named 'torch'\")"
INSTALLED = "import sys; print(type(sys.excepthook).__name__)"


class Venv:
    """A virtual environment with the package in it."""

    def __init__(self, root: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(root)], check=True, timeout=60)
        self.python = root / "bin" / "python"
        self.site = Path(self("import sysconfig; print(sysconfig.get_path('purelib'))").stdout.strip())
        os.symlink(Path(pytorch_explain.__file__).parent, self.site / "pytorch_explain")
        for package in (click, yaml, executing, rapidfuzz):
            place = Path(package.__file__).parent
            os.symlink(place, self.site / place.name)

    def __call__(self, source: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Runs a program in it."""
        return self._run(["-c", source], variables)

    def command(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Runs `pytorch-explain` in it."""
        return self._run(["-m", "pytorch_explain", *arguments], variables)

    def _run(self, arguments: list[str], variables: dict[str, str]) -> subprocess.CompletedProcess[str]:
        kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTORCH_EXPLAIN")}
        command = [str(self.python), *arguments]
        return subprocess.run(command, env={**kept, **variables}, capture_output=True, encoding="utf-8", timeout=60)

    def files(self) -> set[str]:
        """The files that enabling left in it."""
        return {path.name for path in self.site.iterdir() if path.name.startswith(environment.NAME)}


@pytest.fixture(scope="session")
def venv(tmp_path_factory: pytest.TempPathFactory) -> Venv:
    """One environment for all."""
    if sys.platform == "win32":
        pytest.skip("the environment is put together with symbolic links")
    return Venv(tmp_path_factory.mktemp("venv") / "v")


@pytest.fixture
def enabled(venv: Venv) -> Iterator[Venv]:
    """The environment with the hook enabled."""
    done = venv.command("enable")
    assert done.returncode == 0, done.stderr
    yield venv
    venv.command("disable")
    assert venv.files() == set()


def test_enabled_every_program_has_the_hook(enabled: Venv) -> None:
    assert enabled.files() == FILES
    assert enabled(INSTALLED).stdout == "Sys\n"
    done = enabled(CRASH)
    assert done.returncode == 1 and done.stderr.startswith("Traceback")


def test_enabling_twice_changes_nothing(enabled: Venv) -> None:
    assert enabled.command("enable").returncode == 0
    assert enabled.files() == FILES


def test_disabled_nothing_is_left(venv: Venv) -> None:
    venv.command("enable")
    done = venv.command("disable")
    assert done.returncode == 0 and done.stdout.count("removed") == 2
    assert venv.files() == set()
    assert venv(INSTALLED).stdout == "builtin_function_or_method\n"
    again = venv.command("disable")
    assert (again.returncode, again.stdout) == (0, "It was not enabled here.\n")


def test_status_says_how_things_stand(venv: Venv) -> None:
    assert "not enabled" in venv.command("status").stdout
    venv.command("enable")
    try:
        text = venv.command("status").stdout
        assert "hook         enabled" in text and str(venv.site) in text and "switched off" not in text
        assert "switched off" in venv.command("status", PYTORCH_EXPLAIN="0").stdout
    finally:
        venv.command("disable")


def test_it_answers_in_chinese_too(venv: Venv) -> None:
    chinese = {"PYTORCH_EXPLAIN_LANG": "zh", "PYTHONUTF8": "1"}
    assert "钩子         未启用" in venv.command("status", **chinese).stdout
    try:
        lines = venv.command("enable", **chinese).stdout.splitlines()
        assert lines[0] == f"已写入 {venv.site / '_pytorch_explain_start.py'}" and lines[-1].startswith("从现在起")
        text = venv.command("status", PYTORCH_EXPLAIN="0", **chinese).stdout
        assert "环境         " in text and "钩子         已启用" in text and "被 PYTORCH_EXPLAIN=0 关掉了" in text
    finally:
        done = venv.command("disable", **chinese)
    assert done.stdout.startswith("已删除 ") and venv.command("disable", **chinese).stdout == "这里没有启用过。\n"
    refused = venv.command("enable", "--user", **chinese)
    assert refused.returncode == 2 and "虚拟环境都不读" in refused.stderr


def test_switched_off_it_is_not_even_installed(enabled: Venv) -> None:
    assert enabled(INSTALLED, PYTORCH_EXPLAIN="0").stdout == "builtin_function_or_method\n"


def test_it_costs_a_start_no_heavy_import(enabled: Venv) -> None:
    source = "import sys; print(*sorted(name for name in sys.modules))"
    assert not {"threading", "json", "re", "typing", "pathlib", "torch"} & (
        set(enabled(source).stdout.split()) - set(enabled(source, PYTORCH_EXPLAIN="0").stdout.split())
    )


@pytest.mark.parametrize("flag", ["-I", "-s", "-O", "-B", "-Xdev", "-Werror", "-S"])
def test_it_starts_under_every_flag(enabled: Venv, flag: str) -> None:
    done = subprocess.run([str(enabled.python), flag, "-c", "print(3)"], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")


@pytest.mark.parametrize(
    "breakage", ["gone", "not a package", "syntax error", "raises", "exits at start", "no start", "not the callable"]
)
def test_a_package_that_is_gone_or_broken_leaves_no_error(enabled: Venv, breakage: str) -> None:
    link = enabled.site / "pytorch_explain"
    target = os.readlink(link)
    link.unlink()
    texts = {
        "syntax error": "def (",
        "raises": "1 / 0",
        "exits at start": "def start(): raise RuntimeError('broken')",
        "no start": "",
        "not the callable": "start = 3",
    }
    fresh = enabled.site / "pytorch_explain"
    try:
        if breakage == "not a package":
            fresh.write_text("", encoding="utf-8")
        elif breakage != "gone":
            (fresh / "hooks").mkdir(parents=True)
            for name in ("__init__.py", "hooks/__init__.py"):
                (fresh / name).write_text("", encoding="utf-8")
            (fresh / "hooks" / "startup.py").write_text(texts[breakage], encoding="utf-8")
        done = enabled("print(3)")
        assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")
    finally:
        _remove(fresh)
        os.symlink(target, link)


def _remove(path: Path) -> None:
    import shutil

    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def test_a_virtual_environment_has_no_user_site(venv: Venv) -> None:
    done = venv.command("enable", "--user")
    assert done.returncode == 2
    assert "user's site-packages" in done.stderr and "Traceback" not in done.stderr
    assert venv.files() == set()


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this process would write, moved to where it may."""
    places = {False: tmp_path / "site", True: tmp_path / "user"}
    monkeypatch.setattr(environment, "folder", lambda user=False: places[user])
    monkeypatch.setattr(environment.site, "ENABLE_USER_SITE", True)
    return tmp_path / "site"


def test_the_user_site_is_used_where_asked_for(site: Path) -> None:
    written = environment.enable(user=True)
    assert {path.name for path in written} == FILES
    assert {path.parent for path in written} == {site.parent / "user"}
    assert environment.status().enabled
    environment.enable()
    assert len(environment.disable()) == 4
    assert not environment.status().enabled


def test_the_next_pythons_file_is_written_and_removed(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "START_FILES", (3, 0))
    written = {path.name: path.read_text("utf-8") for path in environment.enable()}
    assert set(written) == {*FILES, f"{environment.NAME}.start"}
    module, _, function = written[f"{environment.NAME}.start"].strip().partition(":")
    assert module == environment.NAME
    assert f"def {function}():" in written[f"{environment.NAME}.py"]
    monkeypatch.setattr(environment, "START_FILES", (9, 9))  # an older Python of the same folder
    assert len(environment.disable()) == 3
    assert list(site.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_refused_in_one_sentence(site: Path) -> None:
    site.write_text("a file", encoding="utf-8")
    with pytest.raises(environment.Refused, match=r"cannot write to .*enable --user") as raised:
        environment.enable()
    assert raised.value.told("zh").startswith(f"无法写入 {site}：") and "enable --user" in raised.value.told("zh")
    assert site.read_text("utf-8") == "a file"
    assert environment.disable() == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs to become another user")
@pytest.mark.parametrize("before", [False, True])
def test_site_packages_of_another_user(site: Path, tmp_path: Path, before: bool) -> None:
    site.mkdir()
    for place in (tmp_path, *list(tmp_path.parents)[:3]):
        place.chmod(place.stat().st_mode | 0o055)
    if before:
        environment.enable()
    held = {path.name for path in site.iterdir()}
    os.seteuid(65534)
    try:
        with pytest.raises(environment.Refused, match="cannot write to"):
            environment.enable()
        if before:
            with pytest.raises(environment.Refused, match="cannot remove"):
                environment.disable()
    finally:
        os.seteuid(0)
    assert {path.name for path in site.iterdir()} == held


def test_a_write_that_fails_half_way_leaves_what_was_there(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(path: Path, content: str) -> None:
        if path.suffix == ".pth":
            raise OSError(28, "No space left on device")
        path.write_text(content, encoding="utf-8")

    with monkeypatch.context() as patch:
        patch.setattr(environment, "replace", fails)
        with pytest.raises(environment.Refused, match="No space left"):
            environment.enable()
    assert list(site.iterdir()) == []
    environment.enable()
    with monkeypatch.context() as patch:
        patch.setattr(environment, "replace", fails)
        with pytest.raises(environment.Refused, match="No space left"):
            environment.enable()
    assert {path.name for path in site.iterdir()} == FILES  # it was enabled, and is
