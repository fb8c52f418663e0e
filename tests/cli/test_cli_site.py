"""`site` as its users meet it: what it says, what it refuses, and that it serves what it built."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

#: Runs the program: see the fixture `explain`.
Command = Callable[..., subprocess.CompletedProcess[str]]


def test_it_builds_and_says_what(explain: Command, tmp_path: Path) -> None:
    done = explain("site", str(tmp_path / "out"))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{tmp_path / 'out'}: ") and "pages" in done.stdout
    assert (tmp_path / "out" / "zh" / "shape" / "matmul-shape-mismatch" / "index.html").is_file()
    assert explain("site", str(tmp_path / "out")).returncode == 0  # again, over the first


def test_a_folder_with_other_files_is_refused(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    done = explain("site", str(tmp_path))
    assert done.returncode == 2 and "holds other files" in done.stderr and "Traceback" not in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pyodide", "."], "is not the npm package pyodide"),
        (["--pyodide", "missing"], "does not exist"),
        (["--address", "example.org"], "must begin with https://"),
        (["--address", "javascript:alert(1)"], "must begin with https://"),
        (["--address", "https://"], "name a host"),
        (["--address", b"https://example.org/\xff"], "must begin with https://"),
        (["--port", "nine"], "not a valid integer"),
    ],
)
def test_wrong_usage_is_one_sentence(explain: Command, tmp_path: Path, arguments: list[str | bytes], said: str) -> None:
    done = explain("site", str(tmp_path / "out"), *arguments)
    assert done.returncode == 2 and said in " ".join(done.stderr.split()) and "Traceback" not in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_folder_that_cannot_be_written_is_said_so(explain: Command, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = explain("site", str(tmp_path / "file" / "out"))
    assert done.returncode == 2 and "Traceback" not in done.stderr and done.stderr.strip()


def test_without_jinja_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from click.testing import CliRunner
    from pytorch_explain.cli import cli

    for name in [name for name in sys.modules if name.startswith("pytorch_explain.faq.site")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "jinja2", None)
    done = CliRunner().invoke(cli, ["site", str(tmp_path / "out")])
    assert done.exit_code == 2 and 'pip install "pytorch-explain[site]"' in done.output


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_is_none_is_said_so(explain: Command, tmp_path: Path, port: str) -> None:
    done = explain("site", str(tmp_path / "out"), "--serve", "--port", port)
    assert done.returncode == 2 and "cannot serve on port" in done.stderr and "Traceback" not in done.stderr


def test_a_port_that_is_taken_is_said_so(explain: Command, tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = explain("site", str(tmp_path / "out"), "--serve", "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2 and "cannot serve on port" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C is sent in another way there")
def test_it_serves_what_it_built_until_it_is_ended(clean_environment: dict[str, str], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "pytorch_explain", "site", str(tmp_path / "out"), "--serve", "--port", "0"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, **clean_environment}
    ) as running:
        assert running.stdout and running.stderr
        running.stdout.readline()
        address = running.stdout.readline().split()[0]
        with urllib.request.urlopen(f"{address}en/shape/matmul-shape-mismatch/", timeout=30) as answer:
            assert "script-src 'self' 'wasm-unsafe-eval'" in answer.headers["Content-Security-Policy"]
            assert "nn.Linear(400, 120)" in answer.read().decode()
        with pytest.raises(urllib.error.HTTPError, match="404"):
            urllib.request.urlopen(f"{address}%2e%2e/%2e%2e/etc/passwd", timeout=30)
        time.sleep(0.1)
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=30) == 0
        assert running.stderr.read() == ""
