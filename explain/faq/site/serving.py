"""The site on this machine, for its maker to look at: Python's own server with the header that a host should send."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from os import PathLike
from pathlib import Path

from . import policy

HOST = "127.0.0.1"


#: What Windows' registry may tell otherwise, and a browser insists on.
_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm", ".svg": "image/svg+xml"}


class _Handler(SimpleHTTPRequestHandler):
    def guess_type(self, path: str | PathLike[str]) -> str:
        """The type of a file by its name."""
        return _TYPES.get(Path(path).suffix) or super().guess_type(path)

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", policy.header())
        self.send_header("X-Content-Type-Options", "nosniff")
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: the terminal shows the address."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: object, client_address: object) -> None:
        """Says nothing: a reader who leaves while a page loads is no fault."""


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of `folder` for this machine alone, bound and not yet serving; port 0: a free one. Raises OSError."""
    return _Server((HOST, port), partial(_Handler, directory=str(folder)))


def address(running: ThreadingHTTPServer) -> str:
    """Where a server is found."""
    return f"http://{HOST}:{running.server_address[1]}/"
