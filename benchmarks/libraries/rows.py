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

SECONDS = 60.0


class Row(NamedTuple):
    """A mechanism: its library, its name with parameters, the claim, how it is made, inputs.

    `delta`: the δ that is claimed at that ε; without one, the smallest ε is measured. `note`: why
    it is not decided. `upper`: what of the mechanism was decided, where that bounds the
    mechanism from above. `seconds`: after which a row says how far it came.
    """

    library: str
    name: str
    claim: str
    make: Callable[[], Callable[[Any], Any]]
    inputs: Sequence[Any] | Callable[[], Any]
    delta: str = ""
    note: str = ""
    upper: str = ""
    seconds: float = SECONDS


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


def _held(name: str, **given: Any) -> Callable[[], Callable[[Any], Any]]:
    """Made once: the width of the noise is searched for when it is made."""

    def make() -> Callable[[Any], Any]:
        from diffprivlib import mechanisms

        randomise: Callable[[Any], Any] = getattr(mechanisms, name)(**given).randomise
        return randomise

    return make


def _unfolded() -> Callable[[Any], Any]:
    """What LaplaceFolded folds: `randomise` is `_fold` of this, which sees nothing else."""
    from diffprivlib import mechanisms

    folded = mechanisms.LaplaceFolded(**_ENDS)
    return lambda value: mechanisms.Laplace.randomise(folded, value)


def _tool(name: str, **given: Any) -> Callable[[], Callable[[Any], Any]]:
    def make() -> Callable[[Any], Any]:
        import numpy as np
        from diffprivlib import tools

        function = getattr(tools, name)
        return lambda records: function(np.array(records, dtype=float), epsilon=1.0, **given)

    return make


def _plain(name: str, *given: Any) -> Callable[[], Callable[[Any], Any]]:
    def make() -> Callable[[Any], Any]:
        from importlib import import_module

        module: Any = import_module("diffpriv_pure")
        function = getattr(module, name)
        if name == "laplace_noise":
            return lambda value: value + function(*given)
        return lambda value: function(value, *given)

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
_RECORDS = [0, 1]
_LDP, _PURE, _OLD, _IBM = "multi-freq-ldpy", "pure-ldp", "pure-ldp (older)", "diffprivlib"
_PLAIN = "diffpriv-pure"


def _replaced() -> Any:
    from dpverify import datasets

    return datasets(_RECORDS, 2, min_size=2, neighbours="substitute")


def _added() -> Any:
    from dpverify import datasets

    return datasets(_RECORDS, 2, min_size=1)


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
    Row(_IBM, "Snapping, 0 to 4", "1", _ibm("Snapping", **_ENDS), [1, 2], seconds=90),
    Row(_IBM, "Uniform", "0", _ibm("Uniform", delta=0.25, sensitivity=1), [1, 2], "1/4"),
    Row(_IBM, "Laplace", "1", _ibm("Laplace", **_EPS), [1, 2]),
    Row(_IBM, "LaplaceTruncated, 0 to 4", "1", _ibm("LaplaceTruncated", **_ENDS), [1, 2]),
    Row(_IBM, "LaplaceFolded, 0 to 4", "1", _unfolded, [1, 2],
        upper="what is folded: the folding makes infinitely many paths, and sees nothing else; by"
        " hand, the density at 0 needs ln(cosh(3)/cosh(2)) = 0.98432, and none needs more"),
    Row(_IBM, "LaplaceBoundedDomain, 0 to 4", "1", _held("LaplaceBoundedDomain", **_ENDS), [1, 2]),
    Row(_IBM, "LaplaceBoundedNoise", "1", _held("LaplaceBoundedNoise", **_EPS, delta=0.1), [1, 2],
        "1/10"),
    Row(_IBM, "Staircase", "1", _ibm("Staircase", **_EPS, gamma=0.5), [1, 2],
        note="a geometric number without an end beside a uniform one: infinitely many paths"),
    Row(_IBM, "Gaussian", "1", _ibm("Gaussian", **_EPS, delta=0.1), [1, 2], "1/10"),
    Row(_IBM, "GaussianAnalytic", "1", _held("GaussianAnalytic", **_EPS, delta=0.1), [1, 2],
        "1/10"),
    Row(_IBM, "GaussianDiscrete", "1", _held("GaussianDiscrete", epsilon=1, delta=0.1), [1, 2],
        "1/10"),
    Row(_IBM, "Vector, one dimension", "1", _vector, [0, 1],
        note="a direction is divided by its length; see its port"),
    Row(_IBM, "Bingham, 2 × 2", "1", _bingham, [((1, 0), (0, 0)), ((0, 0), (0, 1))],
        note="the normaliser of its density is a Bessel function, which no law here has"),
    Row(_IBM, "count_nonzero, a record replaced", "1", _tool("count_nonzero"), _replaced),
    Row(_IBM, "count_nonzero, a record added", "1", _tool("count_nonzero"), _added),
    Row(_IBM, "mean, a record replaced", "1", _tool("mean", bounds=(0, 1)), _replaced),
    Row(_IBM, "mean, a record added", "1", _tool("mean", bounds=(0, 1)), _added),
    Row(_PLAIN, "private_count", "1", _plain("private_count", 1.0), [0, 1]),
    Row(_PLAIN, "laplace_noise", "1", _plain("laplace_noise", 1.0, 1.0), [0, 1]),
)  # fmt: skip


def answer(row: Row) -> dict[str, Any]:
    """What holds of a mechanism: the smallest ε, bounds of it, or why it is not decided.

    Where no finite ε is known, `at_claim` is the smallest δ at the ε of the claim.
    """
    from dpverify import DpverifyError, as_run, measure

    began = perf_counter()
    told: dict[str, Any] = {"version": version(row.library.partition(" ")[0])}
    inputs = row.inputs() if callable(row.inputs) else row.inputs
    limit = row.seconds
    try:
        program = as_run(row.make(), inputs=inputs, types=False, exceptions=True)
        if row.delta:
            told["result"] = measure(
                program, "approx-dp", eps=row.claim, time_limit=limit
            ).to_dict()
        else:
            told["result"] = found = measure(program, "pure-dp", time_limit=limit).to_dict()
            if found["tight"]["eps"]["upper"] == "inf":
                told["at_claim"] = measure(
                    program, "approx-dp", eps=row.claim, time_limit=limit
                ).to_dict()
    except DpverifyError as error:
        if "result" not in told:
            told["why"] = str(error)
    return {**told, "seconds": perf_counter() - began}


def ported(name: str) -> dict[str, Any]:
    """What holds of a port, and what samples say of it and the code that it stands for."""
    from benchmarks.libraries.ports import PORTS
    from dpverify import DpverifyError, conform, measure

    about, began = PORTS[name], perf_counter()
    told: dict[str, Any] = {"version": version(about.library)}
    try:
        port, real = about.make()
        told["result"] = (
            measure(port, "approx-dp", eps=about.claim) if about.delta else measure(port, "pure-dp")
        ).to_dict()
        told["conformance"] = conform(port, real, types=False, draws=about.draws).to_dict()
    except DpverifyError as error:
        told["why"] = str(error)
    return {**told, "seconds": perf_counter() - began}


def main() -> None:
    """Answer the row of a number, or the port of a name, with further folders of modules first."""
    warnings.simplefilter("ignore")
    which, *folders = sys.argv[1:]
    sys.path[:0] = folders
    found = answer(ROWS[int(which)]) if which.isdigit() else ported(which)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
