"""Runs a script with the hook installed: python under_hook.py SCRIPT [DEVICE]. What the hook adds follows the traceback."""

from __future__ import annotations

import sys

import pytorch_explain

pytorch_explain.install()
script = sys.argv[1]
sys.argv = sys.argv[1:]
with open(script, encoding="utf-8") as file:
    source = file.read()
exec(compile(source, script, "exec"), {"__name__": "__main__", "__file__": script})
