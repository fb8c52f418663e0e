"""A line that tells of a message, or holds one as data, against one in which somebody tells what failed."""

from __future__ import annotations

import pytest
from pytorch_explain.reading.reports import reports

M = "mat1 and mat2 shapes cannot be multiplied (32x400 and 300x120)"


@pytest.mark.parametrize(
    "line",
    [
        f'test_errors.py::test_message["{M}"] PASSED',
        f'ok 1 - raises "RuntimeError: {M}"',
        f"PASS  RuntimeError: {M}",
        f"✓ RuntimeError: {M}",
        f'<testcase name="test_raises_{M}"/>',
        f"Expected: RuntimeError: {M}",
        f'{{"level":"info","msg":"test expects: RuntimeError: {M}","status":"pass"}}',
        f'    Fix "{M}"',
        f'* Fixed: "{M}"',
        f'* 2b3c4d5 Better message for "{M}"',
        f'* "{M}" is no longer raised',
        f'TODO: test that "{M}" is raised',
        f'About 12,300 results for "{M}"',
        f"[W] batch 12 skipped: RuntimeError: {M}",
        f'Update: solved. I had "RuntimeError: {M}" and x.float() fixed it',
        f'  shape: "{M}",',
        f'.a::after {{ content: "{M}"; }}',
        'msgid "CUDA out of memory. Tried to allocate %s"',
        f'  - message: "{M}"',
        f'  - {{message: "{M}", from: "other"}}',
        f'    example: "RuntimeError: {M}"',
        "3. Expected all tensors to be on the same device",
    ],
)
def test_nothing_failed(line: str) -> None:
    assert reports(line)


@pytest.mark.parametrize(
    "line",
    [
        M,
        f"How to fix RuntimeError: {M}",
        f"fix this error: {M}",
        f"Please help me fix this: RuntimeError: {M}",
        f"[Solved] RuntimeError: {M}",
        f'I get "{M}" when training',
        f'my model raises "{M}"',
        f'{{"error": "RuntimeError: {M}"}}',
        f'{{"level":"error","message":"{M}"}}',
        f"FAILED tests/test_a.py::test_x - RuntimeError: {M}",
        f"not ok 1 - RuntimeError: {M}",
        f"1. RuntimeError: {M}",
        f"2. {M}",
        "embedding: input(device='cpu') and weight(device=mps:0') must be on the same device",
        "bmm_sparse: 'self.size(2)' and 'mat2.size(1)' must match",
        'on device "cpu" to a storage on different device "meta".  This is no longer allowed; the devices must match.',
        "Expected all tensors to be on the same device",
        "stack expects each tensor to be equal size, but got [3] at entry 0 and [4] at entry 1",
    ],
)
def test_something_failed(line: str) -> None:
    assert not reports(line)
