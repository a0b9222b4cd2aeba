"""Definitions by name: all that there are, through the one public function."""

from __future__ import annotations

import pytest

import dpverify as dv
from dpverify.defs.errors import DpverifyError, UsageError
from dpverify.defs.knowledge.registry import DEFINITIONS

GIVEN = {
    "eps": "1/2",
    "delta": "1/10",
    "risk": "1/10",
    "eta": "1/10",
    "rho": "1/8",
    "mu": "1",
    "alpha": "2",
    "goal": ["a"],
    "trade_off": "gaussian(1)",
}


def needed(name: str) -> dict[str, object]:
    """What the definition takes, from those above."""
    kind = DEFINITIONS[name]
    takes = (*kind.parameters, *getattr(kind, "details", ()))
    return {key: value for key, value in GIVEN.items() if key in takes}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_a_definition_is_made_by_its_name(name: str) -> None:
    """Of each kind: of pairs, of whole channels, of scenarios; and it is public as a class too."""
    made = dv.notion(name, **needed(name))
    assert type(made) is DEFINITIONS[name]
    assert made.name == name
    assert getattr(dv, type(made).__name__) is type(made)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_what_it_does_not_take_is_refused(name: str) -> None:
    """One parameter too many, and for those that take any, one too few."""
    with pytest.raises(UsageError, match="has no"):
        dv.notion(name, **needed(name), epsilon="1/2")
    for key in needed(name):
        with pytest.raises(DpverifyError):
            dv.notion(name, **{k: v for k, v in needed(name).items() if k != key})


def test_a_name_that_is_none() -> None:
    """All names are told, of every kind."""
    with pytest.raises(UsageError, match="apkdp") as told:
        dv.notion("zcpd", rho=1)
    assert "did you mean 'zcdp'" in str(told.value)
    assert all(name in str(told.value) for name in DEFINITIONS)
