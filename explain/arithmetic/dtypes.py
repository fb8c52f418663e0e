"""What two dtypes that met are to each other: which is the wide one, whether one is no floating point at all."""

from __future__ import annotations

from ..model import Fact, Facts

PROVIDES = ("got_dtype", "want_dtype", "double", "half", "integer", "want_integer", "cast")

#: PyTorch's names of scalar types, in its messages' many spellings, to those of torch.
NAMES = {
    "float": "torch.float32",
    "double": "torch.float64",
    "half": "torch.float16",
    "bfloat16": "torch.bfloat16",
    "long": "torch.int64",
    "longint": "torch.int64",
    "int": "torch.int32",
    "short": "torch.int16",
    "char": "torch.int8",
    "byte": "torch.uint8",
    "unsignedchar": "torch.uint8",
    "signedchar": "torch.int8",
    "bool": "torch.bool",
    "complexfloat": "torch.complex64",
    "complexdouble": "torch.complex128",
    "float32": "torch.float32",
    "float64": "torch.float64",
    "float16": "torch.float16",
    "int64": "torch.int64",
    "int32": "torch.int32",
    "int16": "torch.int16",
    "int8": "torch.int8",
    "uint8": "torch.uint8",
}
#: The method that converts a tensor to a dtype.
CASTS = {
    "torch.float32": ".float()",
    "torch.float64": ".double()",
    "torch.float16": ".half()",
    "torch.bfloat16": ".bfloat16()",
    "torch.int64": ".long()",
    "torch.int32": ".int()",
}
_HALVES = ("torch.float16", "torch.bfloat16")


def name(text: object) -> str | None:
    """`torch.float64` for `Double`, `double`, `c10::double`, `torch.cuda.DoubleTensor`, `CUDADoubleType`."""
    if not isinstance(text, str):
        return None
    word = text
    for prefix in ("c10::", "at::", "torch.", "cuda.", "sparse."):
        word = word.removeprefix(prefix)
    for prefix in ("CUDA", "CPU"):
        if word.startswith(prefix) and word.endswith("Type"):
            word = word[len(prefix) : -len("Type")]
    word = word.removesuffix("Tensor").lower()
    return NAMES.get(word)


def is_integer(dtype: str) -> bool:
    """Whether it holds whole numbers (or truth values)."""
    return dtype.startswith(("torch.int", "torch.uint", "torch.bool"))


def derive(facts: Facts) -> dict[str, Fact]:
    """From ``got`` and ``want``: the dtype that came, and the one that was needed beside it."""
    got, want = name(facts.get("got")), name(facts.get("want"))
    derived: dict[str, Fact] = {}
    if got:
        derived["got_dtype"] = got
        derived["integer"] = is_integer(got)
    if want:
        derived["want_dtype"] = want
        derived["want_integer"] = is_integer(want)
        if want in CASTS:
            derived["cast"] = CASTS[want]
    if got and want:
        derived["double"] = "torch.float64" in (got, want) and not (is_integer(got) or is_integer(want))
        derived["half"] = (got in _HALVES) != (want in _HALVES) and not (is_integer(got) or is_integer(want))
    return derived
