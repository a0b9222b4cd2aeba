"""Saved results about continuous and integer noise and about ranges of ε: one of each kind."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from tests.fuzz.continuous_documents import MAKERS, made

KINDS: dict[str, Callable[[], Any]] = {
    f"noise: {name}" if "range" not in name else name: partial(made, name) for name, _ in MAKERS
}
