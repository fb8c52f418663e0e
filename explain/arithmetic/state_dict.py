"""Why a checkpoint's names are not the model's.

The lists of a failed ``load_state_dict`` show a pattern far more often than a fault: one prefix too
many, the weights one level deeper, another last layer, layers that were renamed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..model import Fact, Facts
from .heads import classes, head
from .listed import SAMPLE, Lists, read, words
from .renames import MOST_NAMES, pairs, shifted, told

PROVIDES = (
    "prefix",
    "prefix_side",
    "in_checkpoint",
    "in_model",
    "infix",
    "wrapped",
    "compiled",
    "nested",
    "head",
    "checkpoint_classes",
    "model_classes",
    "renamed",
    "renamed_count",
    "missing_count",
    "unexpected_count",
    "only_extra",
    "only_missing",
    "first_missing",
    "first_unexpected",
    "buffer",
)

#: The part of the names that must fit once the prefix is taken off.
NEARLY = 0.8
#: What DataParallel and torch.compile put into names.
WRAPPERS = ("module.", "_orig_mod.")
#: Keys under which a checkpoint keeps the weights, likeliest first; the plain words among them count
#: only beside a key that no model has.
WEIGHT_KEYS = ("state_dict", "model_state_dict", "model_state", "model", "net", "module", "network")
PLAIN_KEYS = ("params_ema", "params", "weights", "ema", "generator", "student", "teacher", "backbone")
OTHER_KEYS = words(
    "args arch best_acc best_acc1 best_loss callbacks cfg config date ema epoch epochs "
    "global_step hparams hyper_parameters iteration iterations loops loss lr lr_scheduler "
    "lr_schedulers meta optim optim_state_dict optimizer optimizer_state_dict optimizer_states "
    "optimizers pytorch-lightning_version scaler scheduler scheduler_state_dict step train_args "
    "updates"
)
#: Buffers that come and go between versions without meaning anything for the weights.
BUFFERS = words("num_batches_tracked position_ids inv_freq relative_position_index attn_mask total_ops total_params")


def prefix_of(longer: Sequence[str], shorter: Sequence[str]) -> str | None:
    """The dotted prefix that turns nearly all of ``longer`` into names of ``shorter``."""
    if not longer or not shorter:
        return None
    there, sample = set(shorter), longer[:SAMPLE]
    best: tuple[int, str] | None = None
    for prefix in candidates(sample):
        stripped = [name[len(prefix) :] for name in sample if name.startswith(prefix)]
        hits = sum(name in there for name in stripped)
        enough = hits >= NEARLY * min(len(sample), len(there))
        if hits < 2 and prefix not in WRAPPERS:
            enough = enough and len(longer) == len(shorter)  # one name alone proves nothing
        if enough and (best is None or hits > best[0]):
            best = (hits, prefix)
    return best[1] if best else None


def candidates(listed: Sequence[str]) -> list[str]:
    """The dotted beginnings of a few of the names, short ones first."""
    found: dict[str, None] = {}
    for name in (listed[0], listed[len(listed) // 2], listed[-1]):
        parts = name.split(".", 5)
        for count in range(1, min(len(parts), 5)):
            found[".".join(parts[:count]) + "."] = None
    return sorted(found, key=len)


def infix_of(longer: Sequence[str], shorter: Sequence[str]) -> str | None:
    """The wrapper that stands inside nearly all names of ``longer`` (``encoder._orig_mod.weight``)."""
    if not longer or not shorter:
        return None
    there, sample = set(shorter), longer[:SAMPLE]
    for wrapper in WRAPPERS:
        hits = sum(name.replace("." + wrapper, ".") in there for name in sample if "." + wrapper in name)
        if hits >= NEARLY * min(len(sample), len(there)):
            return wrapper
    return None


def prefixes(lists: Lists) -> dict[str, Fact]:
    """A prefix, or a wrapper inside the names, that one side has and the other has not."""
    missing, unexpected = lists.missing or [], lists.unexpected or []
    for side, longer, shorter in (("checkpoint", unexpected, missing), ("model", missing, unexpected)):
        prefix = prefix_of(longer, shorter)
        infix = None if prefix else infix_of(longer, shorter)
        found = prefix or infix
        if not found:
            continue
        parts = found.split(".")
        facts: dict[str, Fact] = {"prefix" if prefix else "infix": found, "prefix_side": side}
        facts.update(in_checkpoint=side == "checkpoint", in_model=side == "model")
        return {**facts, "wrapped": "module" in parts, "compiled": "_orig_mod" in parts}
    return {}


def nested(lists: Lists) -> str | None:
    """The key under which the weights lie, where the checkpoint was loaded with all around them."""
    keys = lists.unexpected
    if not keys or len(keys) > 40 or lists.missing == [] or any("." in key for key in keys):
        return None
    for key in WEIGHT_KEYS:
        if key in keys:
            return key
    if OTHER_KEYS.isdisjoint(keys):
        return None
    return next((key for key in PLAIN_KEYS if key in keys), None)


def counts(lists: Lists) -> dict[str, Fact]:
    """How many names each list holds, which lists there are, and the first of each."""
    missing, unexpected = lists.missing, lists.unexpected
    facts: dict[str, Fact] = {}
    if missing is not None:
        facts["missing_count"] = len(missing)
    if unexpected is not None:
        facts["unexpected_count"] = len(unexpected)
    if missing:
        facts["first_missing"] = missing[0]
    if unexpected:
        facts["first_unexpected"] = unexpected[0]
    if missing or unexpected or lists.mismatched:
        facts["only_extra"] = bool(unexpected) and not missing and not lists.mismatched
        facts["only_missing"] = bool(missing) and not unexpected and not lists.mismatched
    return facts


def buffer(listed: Iterable[str]) -> str | None:
    """The one buffer that all names concerned end in, if it is one that loading can do without."""
    endings = {name.rpartition(".")[2] for name in listed}
    ending = endings.pop() if len(endings) == 1 else ""
    return ending if ending in BUFFERS else None


def renames(lists: Lists) -> dict[str, Fact]:
    """Names of the checkpoint with what they seem to be called in the model; how many, where all were seen."""
    missing, unexpected = lists.missing or [], lists.unexpected or []
    paired = pairs(unexpected, missing)
    if not missing and not unexpected:
        paired = shifted(lists.mismatched)
    if not paired:
        return {}
    facts: dict[str, Fact] = {"renamed": told(paired)}
    if max(len(missing), len(unexpected), len(lists.mismatched)) <= MOST_NAMES:
        facts["renamed_count"] = len(paired)
    return facts


def derive(facts: Facts) -> dict[str, Fact]:
    """Everything above, from ``missing``, ``unexpected`` and ``mismatched``.

    What explains more comes first: with the weights nested or prefixed, no layer was renamed.
    """
    lists = read(facts)
    derived = counts(lists)
    key, kind = nested(lists), buffer(lists.everything())
    if kind is not None:
        derived["buffer"] = kind
    if key is not None:
        return {**derived, "nested": key}
    found = prefixes(lists)
    if found:
        return {**derived, **found}
    last = head(lists)
    if last is not None:
        derived["head"] = last
        derived.update(classes(lists))
    derived.update(renames(lists))
    return derived
