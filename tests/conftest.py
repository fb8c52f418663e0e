"""What all tests share: the device they run on, and a cache of their own."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--device", choices=["cpu", "cuda"], default="cpu", help="where the scripts of kb/ run")


@pytest.fixture(scope="session")
def device(request: pytest.FixtureRequest) -> str:
    """The device asked for; tests that need one that is not there are skipped with the reason."""
    name: str = request.config.getoption("--device")
    if name == "cuda":
        import torch

        if not torch.cuda.is_available():
            pytest.skip("no CUDA device here: torch.cuda.is_available() is False")
    return name


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> object:
    """Keeps the compiled knowledge base of the tests out of the user's cache, and the answers in English."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("PYTORCH_EXPLAIN_LANG", "en")
        patch.delenv("PYTORCH_EXPLAIN_KB", raising=False)
        yield
