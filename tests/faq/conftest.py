"""The project's own knowledge base, opened for search."""

from __future__ import annotations

import pytest
from pytorch_explain.knowledge.store import SOURCE, Base, folder


@pytest.fixture(scope="session")
def bases() -> list[Base]:
    """The knowledge base, opened."""
    return [folder(SOURCE, own=True)]
