"""What a page may load and run: its own files and nothing else, so that nothing pasted or searched can ever run."""

from __future__ import annotations

#: Where WebAssembly runs, compiling it is allowed, which is less than `unsafe-eval`: text never becomes code.
_RUNS_PYTHON = " 'wasm-unsafe-eval'"


def meta(runs_python: bool) -> str:
    """The content security policy that a page states itself."""
    rules = [
        "default-src 'none'",
        f"script-src 'self'{_RUNS_PYTHON if runs_python else ''}",
        "style-src 'self'",
        "img-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
    ]
    if runs_python:
        rules += ["connect-src 'self'", "worker-src 'self'"]
    return "; ".join(rules)


def header() -> str:
    """The policy that a server sends with every file: a page cannot state who may frame it, nor a worker its own."""
    return meta(runs_python=True) + "; frame-ancestors 'none'"
