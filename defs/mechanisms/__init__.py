"""The mechanisms of the library: programs by id and name, with parameters.

One file per mechanism; `broken/` holds those that break what they claim. Each says what it claims
and what is true, with its source. Ids are those of the benchmark set of the field; a final d marks
the discrete twin of a mechanism with continuous noise.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from dpverify.defs.errors import UsageError
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.validate import did_you_mean, shown

MODULES: tuple[str, ...] = (
    "randomized_response",
    "rappor",
    "local_reports",
    "geometric",
    "truncated_geometric",
    "parallel_laplace",
    "partial_sum",
    "prefix_sum",
    "smart_sum",
    "histogram",
    "exponential_mechanism",
    "permute_and_flip",
    "biased_coin",
    "noisy_max",
    "noisy_max_gap",
    "sparse_vector",
    "numeric_sparse_vector",
    "adaptive_sparse_vector",
    "canonne_kamath_steinke",
    "continuous_sums",
    "continuous_smart_sum",
    "continuous_noisy_max",
    "continuous_sparse_vector",
    "continuous_numeric_sparse_vector",
    "continuous_adaptive_sparse_vector",
    "broken.randomized_response",
    "broken.truncated_geometric",
    "broken.partial_sum",
    "broken.smart_sum",
    "broken.histogram",
    "broken.biased_coin",
    "broken.permute_and_flip",
    "broken.noisy_max",
    "broken.noisy_max_gap",
    "broken.sparse_vector",
    "broken.numeric_sparse_vector",
    "broken.adaptive_sparse_vector",
    "broken.continuous_sums",
    "broken.continuous_smart_sum",
    "broken.continuous_noisy_max",
    "broken.continuous_sparse_vector",
    "broken.continuous_numeric_sparse_vector",
    "broken.continuous_adaptive_sparse_vector",
    "broken.budget",
    "broken.floating_laplace",
    "broken.divided_noise",
    "broken.continuous_divided_noise",
)


@cache
def library() -> dict[str, Mechanism]:
    """Every mechanism by its name, in order."""
    found: dict[str, Mechanism] = {}
    for module in MODULES:
        for value in vars(import_module(f"dpverify.defs.mechanisms.{module}")).values():
            if isinstance(value, Mechanism):
                found.setdefault(str(value.about["name"]), value)
    return found


def library_mechanism(name: str) -> Mechanism:
    """The mechanism of an id or a name; raises UsageError with the nearest ones."""
    for each, value in library().items():
        if name in (each, value.about.get("id")):
            return value
    hint = did_you_mean(name, names()) or "; see `dpverify list mechanisms`"
    raise UsageError(f"there is no mechanism {shown(name)} in the library{hint}")


def names() -> tuple[str, ...]:
    """The names of all mechanisms and then their ids: each of them is a target."""
    ids = (str(each.about["id"]) for each in library().values() if each.about.get("id"))
    return (*library(), *ids)


def is_known(name: str) -> bool:
    """Whether the library has a mechanism of this id or name."""
    try:
        library_mechanism(name)
    except UsageError:
        return False
    return True
