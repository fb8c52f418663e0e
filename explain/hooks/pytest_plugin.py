"""`pytest --explain`: a section under the report of a test that failed with an error of PyTorch's."""

from __future__ import annotations

from typing import Any

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option; without it this plugin does nothing."""
    parser.addoption("--explain", action="store_true", default=False, help="explain PyTorch errors under failed tests")


@pytest.hookimpl(hookwrapper=True)  # the new `wrapper=True` would break every run of a pytest before 8
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Any:
    """Adds the section to a failed report."""
    report = (yield).get_result()
    if call.excinfo is not None and report.failed and item.config.getoption("--explain"):
        text = _text(call.excinfo.value)
        if text:
            report.sections.append(("pytorch-explain", text))


def _text(error: BaseException) -> str:
    try:
        from .speaking import told_of, worth_it

        told = told_of(error) if worth_it(error) else None
        if told is None:
            return ""
        from ..output.plain import render

        return render(told)
    except Exception:  # a report must not fail because it could not be explained
        return ""
