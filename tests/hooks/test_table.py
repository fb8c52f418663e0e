"""Which crashes of the knowledge base's own scripts the hook tells in the user's names: variable, layer or loader.

The program's own words in the line `Here`, an entry a row; where there are none, why.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from forking import Forking
from pytorch_explain.knowledge.compiling import entry_files, load
from pytorch_explain.proving import lacking

HERE = Path(__file__).parent
ROOT = HERE.parents[1] / "kb"
LABEL = "Here          "

NAMED = {
    "backward-twice": "`loss` []",
    "grad-not-scalar": "`loss` [32]",
    "inplace-modified": "`loss` []",
    "leaf-inplace": "`w` [1]",
    "no-grad-fn": "`loss` []",
    "numpy-requires-grad": "`pred` [16, 1]",
    "state-dict-keys": "`model` Sequential",
    "state-dict-size-mismatch": "`net` Net",
    "dataloader-worker-exited": "`loader` DataLoader(Images",
    "spawn-main-guard": "`loader` DataLoader(TensorDataset",
    "cuda-to-numpy": "`total` []",
    "device-mismatch": "`x` [8, 20, 32] float32 on cuda:0",
    "device-side-assert": "`labels` [100]",
    "dtype-mismatch": "`model.0` Linear(4 -> 8)",
    "half-not-implemented-cpu": "`logits` [8, 5] float16",
    "bce-input-range": "`output` [32, 1]",
    "ce-target-dtype": "`labels` [4]",
    "ce-target-shape": "`labels` [32, 1]",
    "loss-batch-size-mismatch": "`labels` [8]",
    "target-out-of-bounds": "`labels` [6]",
    "target-size-differs": "`labels` [32]",
    "cuda-out-of-memory": "`points` [2000000, 16]",
    "forward-signature": "`net` Net",
    "module-init-missing": "`self` Net",
    "anomaly-nan": "`loss` []",
    "optimizer-empty-params": "`net` Net",
    "batchnorm-single-value": "`net.1` BatchNorm1d(num_features=64)",
    "bmm-shape-mismatch": "`key` [8, 12, 64]",
    "boolean-tensor-ambiguous": "`x` [5]",
    "broadcast-mismatch": "`sample_weight` [32]",
    "cat-size-mismatch": "`skip` [4, 8, 35, 35]",
    "conv-input-channels": "`net.conv1` Conv2d(3 -> 16)",
    "conv-input-dims": "`net.conv` Conv2d(1 -> 8)",
    "dimension-out-of-range": "`batch` [1, 3, 8, 8]",
    "embedding-index-out-of-range": "`embedding` Embedding(num_embeddings=5)",
    "expand-mismatch": "`embeddings` [96, 64]",
    "index-out-of-bounds": "`series` [12]",
    "inplace-broadcast-shape": "`image` [1, 28, 28]",
    "kernel-larger-than-input": "`net.4` Conv2d(16 -> 32)",
    "matmul-shape-mismatch": "`net.fc1` Linear(300 -> 120)",
    "reshape-invalid-size": "`batch` [4, 784]",
    "tensor-to-scalar": "`labels` [16]",
    "view-not-contiguous": "`x` [2, 6, 4, 8]",
}
NAMELESS = {
    "load-cuda-on-cpu": "only the path of a file is named where it fails",
    "weights-only-load": "only the path of a file is named where it fails",
    "cublas-error": "runs on a GPU only",
    "cuda-fork": "is no fault on the CPU",
    "cuda-not-compiled": "the layer has no name yet where it fails",
    "no-kernel-image": "fails in a check of PyTorch's own, before there is any tensor",
    "no-nvidia-driver": "runs with a CUDA build only",
    "cpu-out-of-memory": "only numbers are named where it fails",
    "stack-size-mismatch": "the loader has no name",
}


@pytest.fixture(scope="module")
def run() -> Iterator[Forking]:
    """Runs scripts."""
    runner = Forking()
    yield runner
    runner.close()


@pytest.mark.parametrize("path", entry_files(ROOT), ids=[file.parent.name for file in entry_files(ROOT)])
def test_the_hook_names_what_the_program_names(path: Path, run: Forking) -> None:
    entry = load(path)
    if isinstance(entry.reproduction.get("cpu"), dict) and "none" in entry.reproduction["cpu"]:
        pytest.skip(entry.reproduction["cpu"]["none"])
    if lacking(entry):
        pytest.skip(f"needs {', '.join(lacking(entry))}")
    if entry.reproduction.get("cpu") in ("wrong", "warns", "works"):
        pytest.skip("raises nothing here")
    assert (entry.id in NAMED) != (entry.id in NAMELESS), f"{entry.id} belongs into one of the tables"
    errors = run(HERE / "under_hook.py", [str(path.parent / "repro.py"), "cpu"]).errors
    said = errors.rsplit("\n\n", 1)[-1]
    assert "pytorch-explain last" in said, errors
    assert (f"\n{LABEL}" in said) == (entry.id in NAMED), said
    if entry.id in NAMED:
        assert NAMED[entry.id] in said.replace("\n" + " " * len(LABEL), " "), said


def test_enough_are_named() -> None:
    assert len(NAMED) >= 40
