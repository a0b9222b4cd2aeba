"""The family of a program: enumerated, or traced where its noise is continuous."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.all_eps.programs import family_of_program
from dpverify.checkers.decide import check
from dpverify.checkers.programs.passes import channel_of
from dpverify.defs.definitions import PureDP
from dpverify.defs.errors import ProgramError, UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import exp
from dpverify.defs.programs import mechanism
from dpverify.defs.programs.telling import AS_ON_NUMBERS
from dpverify.defs.symbolic.family import Family


@mechanism(inputs=[0, 1])
def fixed_noise(bit: int, draw: Any, *, eps: Fraction = Fraction(1)) -> bool:
    del eps
    return bool(bit + draw.laplace(3) >= 0)


@cache
def settled(name: str, eps: str, **settings: str) -> list[tuple[str, float]]:
    """Verdict and upper end of each part of all ε > 0, by the document."""
    family = family_of_program(library_mechanism(name), settings)
    found = check_family(family, FamilyClaim("pure-dp", {"eps": eps}), Range.read("all"), source="")
    parts = found.to_dict()["range"]["parts"]
    return [(part["verdict"], float(part["to"]["lower"])) for part in parts]


@pytest.mark.slow
def test_one_claim_about_sparse_vector_turns() -> None:
    """B25 at n = 3 and 6ε/5 holds up to 1.8819163425…, on inputs of −1, 0 and 1."""
    (first, end), (second, _) = settled("B25", "6/5*eps", n="3")
    assert (first, second) == ("holds", "fails")
    assert end == pytest.approx(1.8819163425, abs=1e-10)


@pytest.mark.parametrize(
    ("name", "eps", "settings", "verdict"),
    [
        ("B23", "eps", {"n": "2", "c": "1"}, "fails"),
        pytest.param("B25", "3/2*eps", {"n": "3"}, "holds", marks=pytest.mark.slow),
        ("B20", "1/2*eps", {"n": "2", "c": "1"}, "holds"),
        ("B11", "eps", {"n": "2"}, "holds"),
        ("B24", "eps", {"n": "2"}, "fails"),
        ("B36", "eps", {}, "holds"),
    ],
)
def test_the_same_for_every_eps(
    name: str, eps: str, settings: dict[str, str], verdict: str
) -> None:
    """One part alone: published claims, true and false, of continuous and of finite noise."""
    ((found, _),) = settled(name, eps, **settings)
    assert found == verdict


@pytest.mark.parametrize(
    "eps", [pytest.param(each, marks=pytest.mark.slow) for each in ("1/10", "1", "2", "5")]
)
def test_the_family_is_the_channel_at_each_eps(eps: str) -> None:
    """Tracing with a symbol and with a number gives one claim one verdict."""
    parts = settled("B25", "6/5*eps", n="3")
    verdict = next(each for each, end in parts if Fraction(eps) <= end)
    at = channel_of(library_mechanism("B25").with_parameters(n="3", eps=eps))
    assert check(at, PureDP(eps=Fraction(eps) * Fraction(6, 5))).holds is (verdict == "holds")


@pytest.mark.parametrize(
    ("found", "settings", "why"),
    [
        (library_mechanism("B13"), {}, "tells values of the noise"),
        (library_mechanism("B25"), {"eps": "1"}, "left\\s+out of the target"),
        (fixed_noise, {}, "eps may stand in scales c/eps of noise alone"),
        (library_mechanism("B39"), {"eps": "1"}, "nothing depends on eps"),
    ],
)
def test_what_has_no_such_family_is_refused(found: Any, settings: Any, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        family_of_program(found, settings)


def by_kind(bit: int, draw: Any, eps: Any) -> Any:
    """Tells a symbol from a number by what Python answers without asking either."""
    return bit if type(eps) is Fraction else draw.flip(eps / (1 + eps))


def by_kind_of_noise(bit: int, draw: Any, eps: Any) -> Any:
    noise = draw.laplace(1 / eps)
    return bit if type(eps) is Fraction else bit + noise > 0


def in_the_middle(bit: int, draw: Any, eps: Any) -> Any:
    """Honest but for ε between 3 and 4."""
    honest = draw.flip(eps / (1 + eps))
    return bit if type(eps) is Fraction and 3 < eps < 4 else honest


def made(use: Any) -> Any:
    def found(bit: int, draw: Any, *, eps: Fraction = Fraction(1)) -> Any:
        return use(bit, draw, eps)

    return mechanism(inputs=[0, 1])(found)


@pytest.mark.parametrize(
    ("use", "why"), [(by_kind, "with eps as a symbol"), (by_kind_of_noise, "what its trace says")]
)
def test_a_program_that_tells_a_symbol_from_a_number_is_refused(use: Any, why: str) -> None:
    """The program with the number is run as well, and must be the family's channel."""
    with pytest.raises(ProgramError, match=why):
        family_of_program(made(use), {})


def test_the_program_is_compared_at_each_eps_given() -> None:
    """As the command line gives one for each part of the range that was found."""
    assert family_of_program(made(in_the_middle), {})
    with pytest.raises(ProgramError, match="at eps = 7/2 the output"):
        family_of_program(made(in_the_middle), {}, spots=[Fraction(7, 2)])


@mechanism(inputs=[0, 1])
def caught_at_one(bit: int, draw: Any, *, eps: Fraction = Fraction(1)) -> Any:
    """Shows its input at ε = 1, a value at which programs are compared with their families."""
    try:
        1 / (eps - 1)
    except ZeroDivisionError:
        return bit
    return bit ^ draw.flip(1 / (1 + exp(eps)))


def test_a_program_that_goes_another_way_where_a_divisor_is_0() -> None:
    """Refused on a range with that ε, decided on one without."""
    claim, found = FamilyClaim("pure-dp", {"eps": "eps"}), family_of_program(caught_at_one, {})
    assert isinstance(found, Family)
    with pytest.raises(UsageError, match="which is 0 at eps = 1"):
        check_family(found, claim, Range())
    assert check_family(found, claim, Range.read("2..3")).holds


def test_inputs_of_eps_are_refused_with_continuous_noise_too() -> None:
    """They would be those of the ε that the program has without one."""

    def inputs(eps: Any) -> list[int]:
        return [0, 1, 2] if eps == 3 else [0, 1]

    def noisy(bit: int, draw: Any, *, eps: Fraction = Fraction(1)) -> bool:
        return bool(bit + draw.laplace(1 / eps) >= 1)

    with pytest.raises(ProgramError, match="inputs is a function of eps"):
        family_of_program(mechanism(inputs=inputs)(noisy), {})


@mechanism(inputs=[0, 1])
def shows_at_large_eps(bit: int, draw: Any, *, eps: Any = "1") -> Any:
    if type(eps) is Fraction and eps > 1000:
        return bit
    return bit ^ draw.flip(1 / (1 + exp(eps)))


@mechanism(inputs=[0, 1])
def asks_a_number_about_eps(bit: int, draw: Any, *, eps: Any = "1") -> Any:
    return bit ^ draw.flip(0 if Fraction(1000).__lt__(eps) is True else 1 / (1 + exp(eps)))


@pytest.mark.parametrize(
    "program", [shows_at_large_eps, asks_a_number_about_eps], ids=lambda program: program.name
)
def test_a_program_that_may_tell_eps_from_a_number_promises_that_it_does_not(program: Any) -> None:
    """As a symbol ε has another type: "holds for every ε", and the input is shown at ε = 2000."""
    found = family_of_program(program, {})
    assert found.assumptions == (AS_ON_NUMBERS,)
    verdict = check_family(found, FamilyClaim("pure-dp", {"eps": "eps"}), Range())
    assert verdict.to_dict()["evidence"] == "conditional"
    assert check(program.with_parameters(eps=2000), PureDP(eps=2000)).fails
