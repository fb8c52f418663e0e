"""Names that do not match, read from torch's own messages."""

from __future__ import annotations

import re
import time
from collections import OrderedDict
from collections.abc import Mapping

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from pytorch_explain.arithmetic import derive
from torch import nn


class Net(nn.Module):
    """A small network with the parts that real ones have."""

    def __init__(self, classes: int = 10, head: str = "fc") -> None:
        super().__init__()
        self.conv1 = nn.Conv2d(3, 8, 3)
        self.bn1 = nn.BatchNorm2d(8)
        self.layer1 = nn.Sequential(nn.Conv2d(8, 8, 3), nn.BatchNorm2d(8), nn.Conv2d(8, 8, 3))
        self.add_module(head, nn.Linear(8, classes))


class Holder(nn.Module):
    """A module that keeps another under a name, as wrappers do."""

    def __init__(self, name: str, inner: nn.Module) -> None:
        super().__init__()
        self.add_module(name, inner)


def raised(model: nn.Module, checkpoint: Mapping[str, object]) -> dict[str, object]:
    """The facts from the lists in the message that torch raises."""
    with pytest.raises(RuntimeError) as error:
        model.load_state_dict(checkpoint)
    message = str(error.value)
    known: dict[str, object] = {}
    for name, words in (("missing", "Missing"), ("unexpected", "Unexpected")):
        listed = re.search(rf"{words} key\(s\) in state_dict: (.*?)\. \n", message + "\n")
        if listed:
            known[name] = re.findall(r'"(.*?)"', listed[1])
    mismatched = re.findall(r"size mismatch for (\S+):.*?\[(.*?)\].*?\[(.*?)\]", message)
    if mismatched:
        known["mismatched"] = [
            [name, *([int(x) for x in shape.split(",")] for shape in shapes)] for name, *shapes in mismatched
        ]
    assert known, message
    return derive("state_dict", known)


PARTS = st.sampled_from(["module", "_orig_mod", "model", "backbone", "net", "encoder", "0"])


@given(st.lists(PARTS, min_size=1, max_size=3), st.booleans())
def test_any_prefix_on_either_side(parts: list[str], on_checkpoint: bool) -> None:
    bare, held = Net(), Net()
    for part in reversed(parts):
        held = Holder(part, held)
    prefix = ".".join(parts) + "."
    if on_checkpoint:
        checkpoint = held.state_dict()
        derived = raised(bare, checkpoint)
        assert derived["prefix_side"] == "checkpoint"
        bare.load_state_dict({name.removeprefix(str(derived["prefix"])): w for name, w in checkpoint.items()})
    else:
        derived = raised(held, bare.state_dict())
        assert derived["prefix_side"] == "model"
        held.load_state_dict({str(derived["prefix"]) + name: w for name, w in bare.state_dict().items()})
    assert derived["prefix"] == prefix
    assert derived["in_checkpoint"] is on_checkpoint and derived["in_model"] is not on_checkpoint
    assert derived["wrapped"] is ("module" in parts) and derived["compiled"] is ("_orig_mod" in parts)
    assert not {"renamed", "nested", "head"} & set(derived)


def test_data_parallel_and_compile_themselves() -> None:
    derived = raised(Net(), nn.DataParallel(Net()).state_dict())
    assert derived["prefix"] == "module." and derived["wrapped"] is True and derived["compiled"] is False
    derived = raised(torch.compile(Net()), Net().state_dict())
    assert (derived["prefix"], derived["prefix_side"]) == ("_orig_mod.", "model")
    assert derived["compiled"] is True


def test_a_compiled_part_leaves_its_mark_inside() -> None:
    model, checkpoint = Holder("encoder", Net()), Holder("encoder", Holder("_orig_mod", Net())).state_dict()
    derived = raised(model, checkpoint)
    assert derived["infix"] == "_orig_mod." and "prefix" not in derived
    assert derived["compiled"] is True and derived["prefix_side"] == "checkpoint"
    model.load_state_dict({name.replace("_orig_mod.", ""): w for name, w in checkpoint.items()})


def test_a_prefix_beside_a_few_other_names() -> None:
    checkpoint = {**Holder("model", Net()).state_dict(), "criterion.weight": torch.zeros(2)}
    derived = raised(Net(), checkpoint)
    assert derived["prefix"] == "model."


def test_lists_that_were_cut_off() -> None:
    names = list(Net().state_dict())
    known = {"missing": names[:6], "unexpected": ["module." + name for name in names]}
    assert derive("state_dict", known)["prefix"] == "module."


def test_one_name_is_no_pattern() -> None:
    names = list(Net().state_dict())
    derived = derive("state_dict", {"missing": names, "unexpected": ["old.fc.weight"]})
    assert "prefix" not in derived


@pytest.mark.parametrize("key", ["state_dict", "model_state_dict", "model", "net"])
def test_the_weights_lie_deeper(key: str) -> None:
    checkpoint = {"epoch": 3, key: Net().state_dict(), "optimizer": {}, "best_acc": 0.5}
    derived = raised(Net(), checkpoint)
    assert derived["nested"] == key
    assert not {"prefix", "renamed", "head"} & set(derived)
    Net().load_state_dict(checkpoint[str(derived["nested"])])


def test_plain_words_count_only_beside_a_key_of_checkpoints() -> None:
    names = list(Net().state_dict())
    assert "nested" not in derive("state_dict", {"missing": names, "unexpected": ["weights"]})
    known = {"missing": names, "unexpected": ["weights", "epoch"]}
    assert derive("state_dict", known)["nested"] == "weights"
    assert "nested" not in derive("state_dict", {"unexpected": ["model", "model.fc.weight"]})
    assert "nested" not in derive("state_dict", {"missing": [], "unexpected": ["model"]})


def test_another_number_of_classes() -> None:
    derived = raised(Net(classes=2), Net(classes=10).state_dict())
    assert derived["head"] == "fc"
    assert (derived["checkpoint_classes"], derived["model_classes"]) == (10, 2)
    assert derived["only_missing"] is derived["only_extra"] is False
    assert "renamed" not in derived and "missing_count" not in derived


def test_another_head() -> None:
    derived = raised(Net(head="classifier"), Net(head="fc").state_dict())
    assert derived["head"] == "classifier"
    assert derived["renamed"] == ["fc -> classifier"] and derived["renamed_count"] == 2


@pytest.mark.parametrize(
    ("names", "head"),
    [
        (["classifier.6.weight", "classifier.6.bias"], "classifier.6"),
        (["roi_heads.box_predictor.cls_score.weight", "roi_heads.box_predictor.bbox_pred.bias"], None),
        (["AuxLogits.fc.weight", "fc.weight"], "fc"),
        (["bert.encoder.layer.0.output.dense.weight"], None),
        (["fc.weight", "conv1.weight"], None),
        (["fc"], None),
        (["lm_head.weight"], "lm_head"),
    ],
)
def test_which_layers_are_heads(names: list[str], head: str | None) -> None:
    derived = derive("state_dict", {"missing": names})
    if "box_predictor" in names[0]:
        head = "roi_heads.box_predictor"
    assert derived.get("head") == head


def test_the_classes_of_a_detector() -> None:
    layer = "roi_heads.box_predictor."
    known = [
        [layer + "cls_score.weight", [91, 1024], [2, 1024]],
        [layer + "cls_score.bias", [91], [2]],
        [layer + "bbox_pred.weight", [364, 1024], [8, 1024]],
        [layer + "bbox_pred.bias", [364], [8]],
    ]
    derived = derive("state_dict", {"mismatched": known})
    assert (derived["checkpoint_classes"], derived["model_classes"]) == (91, 2)


def test_another_trunk_is_not_another_number_of_classes() -> None:
    derived = derive("state_dict", {"mismatched": [["fc.weight", [10, 2048], [10, 512]]]})
    assert "model_classes" not in derived


def linears(*names: str) -> nn.Module:
    return nn.Sequential(OrderedDict((name, nn.Linear(4, 4)) for name in names))


def test_renamed_layers() -> None:
    derived = raised(linears("stem", "fc1", "fc2"), linears("conv", "dense1", "dense2").state_dict())
    assert derived["renamed"] == ["conv -> stem", "dense1 -> fc1", "dense2 -> fc2"]
    assert derived["renamed_count"] == 6


def test_one_component_renamed_throughout() -> None:
    new = [f"encoder.layers.{n}.{part}.weight" for n in range(40) for part in ("attn", "mlp")]
    old = [name.replace("layers", "blocks") for name in new]
    derived = derive("state_dict", {"missing": new, "unexpected": old})
    assert derived["renamed"] == ["encoder.blocks -> encoder.layers"] and derived["renamed_count"] == 80


def test_weight_is_never_renamed_bias() -> None:
    assert "renamed" not in derive("state_dict", {"missing": ["fc.weight"], "unexpected": ["fc.bias"]})
    derived = derive("state_dict", {"missing": ["ln.weight", "ln.bias"], "unexpected": ["ln.gamma", "ln.beta"]})
    assert derived["renamed_count"] == 2


def test_a_layer_put_into_a_sequential() -> None:
    known = {
        "missing": ["classifier.1.weight", "classifier.1.bias"],
        "unexpected": ["classifier.weight", "classifier.bias"],
    }
    assert derive("state_dict", known)["renamed"] == ["classifier -> classifier.1"]


def test_layers_that_moved_on_by_their_shapes() -> None:
    old = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 5), nn.Linear(5, 7))
    new = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 4), nn.Linear(4, 5), nn.Linear(5, 7))
    derived = raised(new, old.state_dict())
    assert "renamed" not in derived  # names are missing too, so nothing is certain
    known = [["0.weight", [3, 5], [4, 4]], ["1.weight", [4, 4], [3, 5]], ["2.weight", [9, 9], [8, 8]]]
    assert derive("state_dict", {"mismatched": known})["renamed"] == ["0 -> 1", "1 -> 0"]


def test_each_name_is_paired_once() -> None:
    known = {"missing": ["a.x.w", "a.y.w"], "unexpected": ["a.z.w", "b.x.w", "a.q.w"]}
    derived = derive("state_dict", known)
    renamed = derived["renamed"]
    assert isinstance(renamed, list) and derived["renamed_count"] == 2
    assert len({str(line).split(" -> ")[1] for line in renamed}) == len(renamed)


def test_one_list_alone() -> None:
    state = Net().state_dict()
    derived = raised(Net(), {**state, "extra.weight": torch.zeros(1)})
    assert derived["only_extra"] is True and derived["only_missing"] is False
    assert derived["unexpected_count"] == 1 and derived["first_unexpected"] == "extra.weight"
    del state["conv1.weight"]
    derived = raised(Net(), state)
    assert derived["only_missing"] is True and derived["first_missing"] == "conv1.weight"


def test_buffers_that_only_versions_differ_in() -> None:
    names = ["bert.embeddings.position_ids", "other.position_ids"]
    assert derive("state_dict", {"unexpected": names})["buffer"] == "position_ids"
    assert "buffer" not in derive("state_dict", {"unexpected": [*names, "fc.weight"]})


def test_thousands_of_names_take_no_time() -> None:
    old = [f"transformer.h.{n}.{part}.{leaf}" for n in range(500) for part in "abcd" for leaf in ("weight", "bias")]
    new = [name.replace("transformer.h", "model.layers").replace(".a.", ".attn.") for name in old]
    known = {"missing": new, "unexpected": old, "mismatched": [[name, [1], [2]] for name in old]}
    start = time.process_time()
    derived = derive("state_dict", known)
    assert time.process_time() - start < 2.0  # comparing each name with each would take minutes
    assert derived["missing_count"] == 4000
    assert derived["renamed"] and "renamed_count" not in derived  # not all of them were looked at


def test_the_whole_message_tells_what_was_not_captured() -> None:
    mismatch = {"name": "fc.weight", "checkpoint_shape": [10, 8], "model_shape": [2, 8]}
    assert "head" not in derive("state_dict", mismatch)  # there may be others
    with pytest.raises(RuntimeError) as error:
        Net(classes=2).load_state_dict(Net(classes=10).state_dict())
    derived = derive("state_dict", {**mismatch, "message": str(error.value)})
    assert (derived["head"], derived["checkpoint_classes"], derived["model_classes"]) == ("fc", 10, 2)
    checkpoint = {**Net(classes=10).state_dict(), "x": torch.zeros(1)}
    del checkpoint["conv1.bias"]
    with pytest.raises(RuntimeError) as error:
        Net(classes=2).load_state_dict(checkpoint)
    derived = derive("state_dict", {**mismatch, "message": str(error.value)})
    assert "head" not in derived
    assert (derived["first_missing"], derived["first_unexpected"]) == ("conv1.bias", "x")
    assert (derived["missing_count"], derived["unexpected_count"]) == (1, 1)


def test_older_wordings_and_damage() -> None:
    old = "size mismatch for fc.bias: copying a param of torch.Size([10]) from checkpoint, where the shape is "
    derived = derive("state_dict", {"message": old + "torch.Size([2]) in current model."})
    assert (derived["checkpoint_classes"], derived["model_classes"]) == (10, 2)
    for message in (old, old + "torch.Size([two])", "size mismatch for ", 'Missing key(s) in state_dict: "', 3):
        assert "head" not in derive("state_dict", {"message": message})


def test_one_name_is_a_list_of_one() -> None:
    assert derive("state_dict", {"unexpected": "fc.weight"})["first_unexpected"] == "fc.weight"


def test_broken_lists() -> None:
    assert derive("state_dict", {"missing": [], "unexpected": []}) == {"missing_count": 0, "unexpected_count": 0}
    assert derive("state_dict", {"mismatched": [["a"], None, ["a", [1], "b"]], "missing": 3}) == {}
