"""Broken mechanisms of public libraries: the real code, its claim, and the event of the witness.

The events are those of `docs/libraries.md` and `docs/comparison.md`, where the exact ε were found.
Nothing is imported before a mechanism is made: what is not installed is left out.
"""

from __future__ import annotations

import importlib
import math
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[2] / "examples" / "audits"
OLDER = Path(__file__).parents[2] / "build" / "audited" / "older"


@dataclass(frozen=True)
class Broken:
    """A mechanism: what it is, its package, what it claims, what holds, how it is made.

    Args: eps and delta of the claim; exact the ε that holds, or the δ at this ε; most samples that
        are drawn, since each is a call.
    """

    name: str
    package: str
    make: Callable[[], Callable[[Any], Any]]
    inputs: tuple[Any, Any]
    eps: str
    exact: str
    event: Callable[[Any], bool]
    delta: str = ""
    most: int = 100_000


def _subsets() -> Callable[[Any], Any]:
    module: Any = importlib.import_module("multi_freq_ldpy.pure_frequency_oracles.SS")
    return lambda value: tuple(int(x) for x in module.SS_Client(value, 6, 1.0))


def _rappor() -> Callable[[Any], Any]:
    module: Any = importlib.import_module("pure_ldp.frequency_oracles.rappor")
    hashes = [[lambda text: int(text) % 4, lambda text: (int(text) + 1) % 4]]
    client = module.RAPPORClient(0.5, 4, hashes, num_of_cohorts=1)
    return lambda value: tuple(int(bit) for bit in client.privatise(value)[0])


def _unary(*, optimised: bool) -> Callable[[], Callable[[Any], Any]]:
    def make() -> Callable[[Any], Any]:
        """pure-ldp 1.1.2, whose folder comes before that of the newer version."""
        for name in [name for name in sys.modules if name.startswith("pure_ldp")]:
            del sys.modules[name]
        sys.path.insert(0, str(OLDER))
        try:
            module: Any = importlib.import_module("pure_ldp.frequency_oracles.unary_encoding")
        finally:
            sys.path.remove(str(OLDER))
        if OLDER not in Path(module.__file__).parents:
            raise ImportError("pure-ldp 1.1.2 is not in build/audited/older")
        client = module.UEClient(1, 3, use_oue=optimised)
        return lambda value: tuple(int(bit) for bit in client.privatise(value))

    return make


def _example(name: str, member: str) -> Callable[[], Any]:
    def make() -> Any:
        sys.path.insert(0, str(EXAMPLES))
        try:
            return getattr(importlib.import_module(name), member)
        finally:
            sys.path.remove(str(EXAMPLES))

    return make


ALL: tuple[Broken, ...] = (
    Broken("subset selection, k = 6", "multi-freq-ldpy 0.2.5", _subsets, (0, 1), "1", "∞",
           lambda output: output == (0, 1)),
    Broken("RAPPOR, f = 1/2, two hashes", "pure-ldp 1.2.0", _rappor, (0, 2), "4.394", "∞",
           lambda output: output == (1, 0, 0, 1)),
    Broken("unary encoding, d = 3", "pure-ldp 1.1.2", _unary(optimised=False), (1, 2), "1",
           "1.680", lambda output: output == (1, 0, 0)),
    Broken("optimised unary encoding, d = 3", "pure-ldp 1.1.2", _unary(optimised=True), (1, 2),
           "1", "1.551", lambda output: output == (1, 0, 0)),
    Broken("ExponentialCategorical, unequal sums", "diffprivlib 0.6.6",
           _example("diffprivlib_select", "category"), ("x", "z"), "ln(16)",
           f"{math.log(16 * 61 / 58):.3f}", lambda output: output == "x", most=1_000_000),
    Broken("Laplace threshold at 2", "OpenDP 0.16.0", _example("opendp_threshold", "counts"),
           ({"a": 1}, {}), "1", "δ = 0.269", bool, delta="0.0989381", most=10_000),
)  # fmt: skip
