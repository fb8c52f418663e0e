"""A folder served as `site --serve` serves it, while a test runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pytorch_explain.faq.site import serving


@contextmanager
def serving_site(folder: Path) -> Iterator[str]:
    """Serves `folder`; gives its address."""
    running = serving.server(folder, 0)
    threading.Thread(target=running.serve_forever, daemon=True).start()
    try:
        yield serving.address(running)
    finally:
        running.shutdown()
        running.server_close()
