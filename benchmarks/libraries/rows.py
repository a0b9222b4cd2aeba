"""The mechanisms of public libraries that `make libraries` runs, with what each library claims.

Run by the Python of `build/libraries`, one row a process: prints one line of JSON.
"""

from __future__ import annotations

import json
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib.metadata import version
from time import perf_counter
from typing import Any, NamedTuple

SECONDS = 10.0
"""Seconds after which a row says how far it came."""


class Row(NamedTuple):
    """A mechanism: its library, its name with parameters, the claim, how it is made, inputs.

    `delta`: the δ that is claimed at that ε; without one, the smallest ε is measured. `note`: why
    time runs out, where it does.
    """

    library: str
    name: str
    claim: str
    make: Callable[[], Callable[[Any], Any]]
    inputs: Sequence[Any]
    delta: str = ""
    note: str = ""


_CLIENTS = "multi_freq_ldpy.pure_frequency_oracles"


def _multi_freq(module: str, function: str, *more: Any) -> Callable[[], Callable[[Any], Any]]:
    def make() -> Callable[[Any], Any]:
        from importlib import import_module

        client = getattr(
            import_module(f"multi_freq_ldpy.pure_frequency_oracles.{module}"), function
        )
        return lambda value: client(value, *more)

    return make


def _rappor() -> Callable[[Any], Any]:
    """Four bits, two hash functions, f = ½: 2·2·ln(3) = 4.394 by the library's own formula."""
    from importlib import import_module

    module: Any = import_module("pure_ldp.frequency_oracles.rappor")

    hashes = [[lambda text: int(text) % 4, lambda text: (int(text) + 1) % 4]]
    client = module.RAPPORClient(0.5, 4, hashes, num_of_cohorts=1)
    privatise: Callable[[Any], Any] = client.privatise
    return privatise


def _unary(*, optimised: bool) -> Callable[[], Callable[[Any], Any]]:
    def make() -> Callable[[Any], Any]:
        from importlib import import_module

        module: Any = import_module("pure_ldp.frequency_oracles.unary_encoding")

        client = module.UEClient(1, 3, use_oue=optimised)
        privatise: Callable[[Any], Any] = client.privatise
        return privatise

    return make


def _ibm(name: str, **given: Any) -> Callable[[], Callable[[Any], Any]]:
    def make() -> Callable[[Any], Any]:
        from diffprivlib import mechanisms

        kind = getattr(mechanisms, name)
        return lambda value: kind(**given).randomise(value)

    return make


def _selection(name: str) -> Callable[[], Callable[[Any], Any]]:
    """The input is the list of utilities; neighbours differ by at most 1 in each."""

    def make() -> Callable[[Any], Any]:
        from diffprivlib import mechanisms

        kind = getattr(mechanisms, name)
        return lambda given: kind(epsilon=1, sensitivity=1, utility=list(given)).randomise()

    return make


def _vector() -> Callable[[Any], Any]:
    """A loss of one parameter; the input is its value at 1."""
    from diffprivlib import mechanisms

    def perturbed(given: float) -> Any:
        noisy = mechanisms.Vector(epsilon=1, function_sensitivity=1, dimension=1)
        return noisy.randomise(lambda _: given)([1.0])

    return perturbed


def _bingham() -> Callable[[Any], Any]:
    from diffprivlib import mechanisms

    def direction(given: Any) -> Any:
        import numpy as np

        return mechanisms.Bingham(epsilon=1).randomise(np.array(given, dtype=float))

    return direction


def _hierarchy() -> Callable[[Any], Any]:
    return _ibm("ExponentialHierarchical", epsilon=1, hierarchy=[["a", "b"], ["c"]])()


_EPS = {"epsilon": 1, "sensitivity": 1}
_ENDS = {**_EPS, "lower": 0, "upper": 4}
_UTILITIES = [(0, 1, 2), (1, 1, 2), (1, 0, 1)]
_LISTED = [["a", "b", 1], ["a", "c", 2], ["b", "c", 2]]
_DOUBLED = "each try draws twice as many values, so that none is the one before again"
_LDP, _PURE, _OLD, _IBM = "multi-freq-ldpy", "pure-ldp", "pure-ldp (older)", "diffprivlib"

ROWS: tuple[Row, ...] = (
    Row(_LDP, "subset selection, k = 6", "1", _multi_freq("SS", "SS_Client", 6, 1.0), range(6)),
    Row(_LDP, "randomised response, k = 4", "1",
        _multi_freq("GRR", "GRR_Client", 4, 1.0), range(4)),
    Row(_LDP, "unary encoding, k = 3", "1",
        _multi_freq("UE", "UE_Client", 3, 1.0, False), range(3)),
    Row(_LDP, "optimised unary encoding, k = 3", "1",
        _multi_freq("UE", "UE_Client", 3, 1.0, True), range(3)),
    Row(_PURE, "RAPPOR, f = 1/2, two hashes", "4.394", _rappor, [0, 2]),
    Row(_PURE, "unary encoding, d = 3", "1", _unary(optimised=False), [1, 2, 3]),
    Row(_PURE, "optimised unary encoding, d = 3", "1", _unary(optimised=True), [1, 2, 3]),
    Row(_OLD, "unary encoding, d = 3", "1", _unary(optimised=False), [1, 2, 3]),
    Row(_OLD, "optimised unary encoding, d = 3", "1", _unary(optimised=True), [1, 2, 3]),
    Row(_IBM, "Binary", "1", _ibm("Binary", epsilon=1, value0="a", value1="b"), ["a", "b"]),
    Row(_IBM, "Exponential", "1", _selection("Exponential"), _UTILITIES[:2]),
    Row(_IBM, "ExponentialCategorical", "1",
        _ibm("ExponentialCategorical", epsilon=1, utility_list=_LISTED), ["a", "b", "c"]),
    Row(_IBM, "ExponentialHierarchical", "1", _hierarchy, ["a", "b", "c"]),
    Row(_IBM, "PermuteAndFlip", "1", _selection("PermuteAndFlip"), _UTILITIES[:2]),
    Row(_IBM, "Geometric", "1", _ibm("Geometric", **_EPS), [0, 1]),
    Row(_IBM, "GeometricTruncated, 0 to 4", "1", _ibm("GeometricTruncated", **_ENDS), [1, 2]),
    Row(_IBM, "GeometricFolded, 0 to 4", "1", _ibm("GeometricFolded", **_ENDS), [1, 2]),
    Row(_IBM, "Snapping, 0 to 4", "1", _ibm("Snapping", **_ENDS), [1, 2]),
    Row(_IBM, "Uniform", "0", _ibm("Uniform", delta=0.25, sensitivity=1), [1, 2], "1/4"),
    Row(_IBM, "Laplace", "1", _ibm("Laplace", **_EPS), [1, 2]),
    Row(_IBM, "LaplaceTruncated, 0 to 4", "1", _ibm("LaplaceTruncated", **_ENDS), [1, 2]),
    Row(_IBM, "LaplaceFolded, 0 to 4", "1", _ibm("LaplaceFolded", **_ENDS), [1, 2],
        note="a value is reflected at both ends without end, which makes infinitely many paths"),
    Row(_IBM, "LaplaceBoundedDomain, 0 to 4", "1", _ibm("LaplaceBoundedDomain", **_ENDS), [1, 2],
        note=_DOUBLED),
    Row(_IBM, "LaplaceBoundedNoise", "1", _ibm("LaplaceBoundedNoise", **_EPS, delta=0.1), [1, 2],
        "1/10", _DOUBLED),
    Row(_IBM, "Staircase", "1", _ibm("Staircase", **_EPS, gamma=0.5), [1, 2]),
    Row(_IBM, "Gaussian", "1", _ibm("Gaussian", **_EPS, delta=0.1), [1, 2], "1/10"),
    Row(_IBM, "GaussianAnalytic", "1", _ibm("GaussianAnalytic", **_EPS, delta=0.1), [1, 2], "1/10"),
    Row(_IBM, "GaussianDiscrete", "1", _ibm("GaussianDiscrete", **_EPS, delta=0.1), [1, 2], "1/10"),
    Row(_IBM, "Vector, one dimension", "1", _vector, [0, 1]),
    Row(_IBM, "Bingham, 2 × 2", "1", _bingham, [((1, 0), (0, 0)), ((0, 0), (0, 1))]),
)  # fmt: skip


def answer(row: Row) -> dict[str, Any]:
    """What holds of a mechanism: the smallest ε, bounds of it, or why it is not decided."""
    from dpverify import DpverifyError, as_run, measure

    began = perf_counter()
    told = {"version": version(row.library.partition(" ")[0])}
    try:
        program = as_run(row.make(), inputs=row.inputs, types=False, exceptions=True)
        if row.delta:
            found = measure(program, "approx-dp", eps=row.claim, time_limit=SECONDS).to_dict()
        else:
            found = measure(program, "pure-dp", time_limit=SECONDS).to_dict()
    except DpverifyError as error:
        return {**told, "why": str(error), "seconds": perf_counter() - began}
    return {**told, "result": found, "seconds": perf_counter() - began}


def main() -> None:
    """Answer the row whose number is given, with further folders of modules before all others."""
    warnings.simplefilter("ignore")
    number, *folders = sys.argv[1:]
    sys.path[:0] = folders
    print(json.dumps(answer(ROWS[int(number)])))


if __name__ == "__main__":
    main()
