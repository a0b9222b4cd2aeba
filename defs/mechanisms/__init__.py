"""The mechanisms of the library: programs by id and name, with parameters.

One file per mechanism; its noise is a parameter of it (`noise.py`), and each noise that is examined
has a name of its own. `broken/` holds those that break what they claim. Each says what it claims
and what is true, with its source. Ids are those of the benchmark set of the field; a final d marks
discrete noise in place of continuous noise.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from dpverify.defs.errors import UsageError
from dpverify.defs.programs.mechanism import Mechanism
from dpverify.defs.validate import did_you_mean, shown

SOUND = (
    "randomized_response",
    "rappor",
    "local_reports",
    "noisy_count",
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
    "poisson_subsampled",
    "staircase",
    "tulap",
)
BROKEN = (
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
)
MISTAKES_OF_PROGRAMS = (
    "broken.budget",
    "broken.floating_laplace",
    "broken.divided_noise",
)
GROUPS = (SOUND, BROKEN, MISTAKES_OF_PROGRAMS)
MODULES = (*SOUND, *BROKEN, *MISTAKES_OF_PROGRAMS)
CONTINUOUS = "continuous-"
"""How the name of a mechanism with continuous noise begins."""


@cache
def library() -> dict[str, Mechanism]:
    """Every mechanism by its name, in order: by groups, in each those with integer noise first."""
    found: dict[str, Mechanism] = {}
    for group in GROUPS:
        mechanisms = {
            str(value.about["name"]): value
            for module in group
            for value in vars(import_module(f"dpverify.defs.mechanisms.{module}")).values()
            if isinstance(value, Mechanism)
        }
        ordered = sorted(mechanisms, key=lambda name: name.startswith(CONTINUOUS))
        for name in ordered:  # a module of a later group may have imported one of an earlier group
            found.setdefault(name, mechanisms[name])
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
