"""Whose the memory is, on numbers as messages of several versions print them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from pytorch_explain.arithmetic import derive
from pytorch_explain.model import Bytes

GiB, MiB = 1 << 30, 1 << 20


def facts(**known: float) -> dict[str, object]:
    return derive("memory", {name: Bytes(value) for name, value in known.items()})


def test_as_new_versions_print_it() -> None:
    derived = facts(
        asked=2 * GiB,
        total=79.15 * GiB,
        free=1.2 * GiB,
        in_use=77.9 * GiB,
        allocated=60 * GiB,
        unused=17 * GiB,
    )
    assert derived["fragmented"] is True and derived["unused"] == 17 * GiB
    assert derived["others_heavy"] is False and "others" not in derived
    assert derived["hopeless"] is False and derived["nearly"] is True
    assert derived["share"] == 98


def test_as_old_versions_print_it() -> None:
    derived = facts(asked=20 * MiB, total=10.76 * GiB, allocated=9.6 * GiB, free=20 * MiB, reserved=9.9 * GiB)
    assert derived["unused"] == Bytes(9.9 * GiB) - Bytes(9.6 * GiB)
    assert isinstance(derived["unused"], Bytes)
    assert derived["fragmented"] is True and derived["share"] == 92
    assert derived["others_heavy"] is False and "others" not in derived


def test_another_process_holds_the_card() -> None:
    derived = facts(asked=GiB, total=24 * GiB, free=0.5 * GiB, in_use=3.5 * GiB, allocated=3 * GiB, reserved=3.1 * GiB)
    assert derived["others"] == 20 * GiB and isinstance(derived["others"], Bytes)
    assert derived["others_heavy"] is True and derived["fragmented"] is False and derived["share"] == 15


def test_old_messages_tell_only_a_clear_excess() -> None:
    heavy = facts(asked=GiB, total=24 * GiB, free=GiB, allocated=2 * GiB, reserved=2 * GiB)
    assert heavy["others_heavy"] is True and "others" not in heavy
    unclear = facts(asked=GiB, total=24 * GiB, free=GiB, allocated=16 * GiB, reserved=16.5 * GiB)
    assert "others_heavy" not in unclear


def test_stated_by_the_message() -> None:
    derived = facts(asked=GiB, total=24 * GiB, other=12 * GiB)
    assert derived["others"] == 12 * GiB and derived["others_heavy"] is True


def test_more_than_the_card_has() -> None:
    derived = facts(asked=100 * GiB, total=79 * GiB, free=78 * GiB)
    assert derived["hopeless"] is True and derived["nearly"] is False


def test_the_request_alone_proves_nothing() -> None:
    assert facts(asked=8 * 10**9) == {}
    assert derive("memory", {"asked": -1, "total": 0, "reserved": "3"}) == {}
    assert "unused" not in facts(allocated=3 * GiB, reserved=2 * GiB)


CAPTURES = ["asked", "total", "free", "allocated", "reserved", "in_use", "other"]
AMOUNTS = st.integers(0, 200 * GiB)


@given(
    st.dictionaries(st.sampled_from(["asked", "total", "free", "allocated", "reserved", "in_use", "other"]), AMOUNTS)
)
def test_amounts_stay_within_the_card(known: dict[str, int]) -> None:
    derived = derive("memory", known)
    for name in ("unused", "others"):
        assert name not in derived or isinstance(derived[name], Bytes)
    if "others" in derived:
        assert 0 < derived["others"] <= known["total"]
    assert 0 <= derived.get("share", 0) <= 100
    if derived.get("fragmented"):
        assert known["reserved"] - known["allocated"] >= known["asked"]
