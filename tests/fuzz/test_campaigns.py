"""Every campaign of `make fuzz`, a few attacks of each: it runs, repeats itself and finds nothing.

More of them are played by `make fuzz ARGS=--short` in `.ci/run`, and all by `make fuzz`.
"""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.fuzz.__main__ import names
from tests.fuzz.campaign import Tally

FEW = 12


@pytest.mark.parametrize("name", names())
def test_a_campaign_says_how_many_attacks_it_makes(name: str) -> None:
    """The bounded run is a part of the whole one, and what is attacked is said."""
    module = import_module(f"tests.fuzz.campaigns.{name}")
    assert 0 < module.SHORT <= module.FULL
    assert module.__doc__


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_a_campaign_finds_nothing(name: str) -> None:
    """A few attacks, each counted, without a fault."""
    module = import_module(f"tests.fuzz.campaigns.{name}")
    attacks = min(FEW, module.SHORT)
    tally: Tally = module.run(attacks, 1)
    assert tally.faults == []
    assert tally.attacks == attacks


def test_a_fault_is_counted_and_named() -> None:
    """What no attack may end with is told from what it may."""
    tally, other = Tally(), Tally()
    tally.count("refused")
    other.fault("hangs", "how to see it again")
    tally.add(other)
    assert (tally.attacks, tally.outcomes["hangs"]) == (2, 1)
    assert tally.faults == [("hangs", "how to see it again")]
    with pytest.raises(ValueError, match="no kind of fault"):
        tally.fault("bad luck", "")
