"""What the tests take from npm: `npm install --prefix tests/site` brings it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

_MODULES = Path(__file__).parent / "node_modules"


def package(name: str) -> Path:
    """The folder of an npm package; a test that lacks it is skipped, where everything must run it fails."""
    folder = _MODULES / name
    if not folder.is_dir():
        reason = f"{name} is not installed: npm install --prefix tests/site"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return folder
