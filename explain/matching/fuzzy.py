"""Fuzzy rescue, stub while the exact path is tried."""
from __future__ import annotations
from ..model import Match
def rescue(paste, bases):
    return [], []
