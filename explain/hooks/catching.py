"""`with catch():` explains what is raised within, and lets it go on."""

from __future__ import annotations

from types import TracebackType


class catch:
    """A context that explains an exception on standard error and re-raises it; it keeps nothing of it."""

    def __enter__(self) -> catch:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        if error is not None:
            from .excepthook import explain_quietly

            explain_quietly(error)
