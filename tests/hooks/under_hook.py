"""Runs a script with the hook installed: python under_hook.py SCRIPT [DEVICE]. The hook adds to its traceback."""

from __future__ import annotations

import sys
from pathlib import Path

import pytorch_explain

pytorch_explain.install()
__file__ = sys.argv[1]
sys.argv = sys.argv[1:]
exec(compile(Path(__file__).read_text(encoding="utf-8"), __file__, "exec"), globals())
