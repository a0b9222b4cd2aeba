"""Programs with ε as a symbol, against the enumeration at numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import exp, parse
from dpverify.defs.programs import channel_of, mechanism
from dpverify.defs.programs.draw import Draw
from dpverify.defs.programs.symbolic import family_of, with_symbol
from dpverify.defs.symbolic.formal import EPS, Formal

F = Fraction


@pytest.mark.sampled(9)
@pytest.mark.parametrize("eps", [F(1, 3), F(2, 3)])
@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("B36", {}),
        ("B35", {}),
        ("B01d", {"n": "3"}),
        ("B16", {"base": "exp(eps/2)", "candidates": "2"}),
        ("geometric-clamped", {"alpha": "exp(-eps)", "n": "2"}),
        ("geometric-renormalised", {"alpha": "exp(-eps)", "n": "2"}),
    ],
)
def test_the_family_at_a_number_is_the_channel_there(
    name: str, settings: dict[str, str], eps: Fraction
) -> None:
    """Library mechanisms, loops with checkpoints included."""
    program = library_mechanism(name)
    family = family_of(with_symbol(program, settings))
    numbers = {k: str(parse(v.replace("eps", str(eps)))) for k, v in settings.items()}
    if "eps" in program.parameters:
        numbers["eps"] = str(eps)
    assert family.at(eps) == channel_of(program.with_parameters(**numbers))


def program(function: Any, **more: Any) -> Any:
    """A program on a bit, with ε as a symbol."""
    return with_symbol(mechanism(inputs=[0, 1], **more)(function), {})


def test_every_law_with_a_formula() -> None:
    """flip, choice, geometric and discrete_laplace mix symbols and numbers."""

    def noisy(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
        k = draw.geometric(exp(-eps), most=2) + draw.discrete_laplace(
            ratio=exp(-2 * eps), low=-1, high=1
        )
        k += draw.choice({0: exp(-eps), 1: 1 - exp(-eps)}) + draw.uniform([0, 1])
        return int(bit + k if draw.flip("1/3") else k)

    family = family_of(program(noisy))
    here = mechanism(inputs=[0, 1])(noisy)
    assert family.at(F(3, 2)) == channel_of(here.with_parameters(eps="3/2"))


def branches(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
    """Asks how large ε is."""
    return bit if eps > 1 else int(draw.flip("1/2"))


def sums_wrong(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
    """A choice that sums to 1 at ε = 0 alone."""
    del bit
    return int(draw.choice({0: exp(-eps), 1: 1 - exp(-2 * eps)}))


def endless_law(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
    """Infinitely many values."""
    return bit + draw.discrete_laplace(1 / eps)


def endless_geometric(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
    """Infinitely many values."""
    return bit + draw.geometric(exp(-eps))


def negative(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
    """A probability that is a negative number."""
    return bit + int(draw.choice({0: eps, 1: 2 - eps, 2: F(-1)}))


def mixed(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
    """Takes e and ε together."""
    return bit ^ draw.flip(exp(-1) / (1 + exp(eps)))


def both(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
    """Gives a scale and a ratio."""
    return bit + draw.discrete_laplace(1 / eps, ratio=exp(-eps), low=0, high=1)


@pytest.mark.parametrize(
    ("function", "fault"),
    [
        (branches, "asks for the size of a number that depends on eps"),
        (sums_wrong, "must sum to 1"),
        (endless_law, "give low= and high="),
        (endless_geometric, "give most="),
        (negative, "a probability is -1"),
        (mixed, "beside eps"),
        (both, "not both"),
    ],
)
def test_what_cannot_be_followed_with_a_symbol(function: Any, fault: str) -> None:
    """Refused in one line that names the input."""
    with pytest.raises(ProgramError, match=fault) as caught:
        family_of(program(function))
    assert "input 0" in str(caught.value)


def test_a_loop_without_a_checkpoint_is_no_answer() -> None:
    """Unknown, soon, with the advice to close it."""

    def loops(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
        while draw.flip(exp(-eps)):
            pass
        return bit

    with pytest.raises(Undecided, match="bound the loops"):
        family_of(program(loops))


def test_something_must_depend_on_eps() -> None:
    """A program without ε, or with ε set to a number, has no range."""

    def still(bit: int, draw: Draw) -> int:
        return bit ^ draw.flip("1/3")

    with pytest.raises(UsageError, match="nothing depends on eps"):
        program(still)
    with pytest.raises(UsageError, match="nothing depends on eps"):
        with_symbol(library_mechanism("B36"), {"eps": "1"})
    with pytest.raises(UsageError, match="no parameter"):
        with_symbol(library_mechanism("B36"), {"base": "exp(eps)"})
    with pytest.raises(UsageError, match="integer"):
        with_symbol(library_mechanism("B01d"), {"n": "2*eps"})


def test_conditions_are_those_of_the_draws() -> None:
    """B35 asks for 0 ≤ (1−ε)/2 ≤ 1."""
    family = family_of(with_symbol(library_mechanism("B35"), {}))
    assert set(family.probabilities) == {(1 - EPS) / 2, (1 + EPS) / 2}
    assert all(isinstance(each, Formal) for each in family.probabilities)


def caught(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
    """Shows its input at ε = 3."""
    try:
        1 / (eps - 3)
    except ZeroDivisionError:
        return bit
    return bit ^ draw.flip(1 / (1 + exp(eps)))


def certain(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
    """A draw that is certain, but for ε = 3."""
    draw.flip((eps - 3) / (eps - 3))
    return bit ^ draw.flip(1 / (1 + exp(eps)))


@pytest.mark.parametrize("function", [caught, certain])
def test_what_is_divided_by_is_a_divisor_of_the_family(function: Any) -> None:
    """Though no entry has it."""
    family = family_of(program(function))
    assert (EPS - 3).num in family.divided
    assert family_of(program(function), backward=True) == family


def test_a_setting_that_divides_is_a_divisor_of_the_family() -> None:
    """Where the program does not use it too."""

    def two(bit: int, draw: Draw, *, eps: Any = "1", base: Any = "1") -> int:
        del base
        return int(bit ^ draw.flip(1 / (1 + exp(eps))))

    family = family_of(with_symbol(mechanism(inputs=[0, 1])(two), {"base": "1/(eps-3)"}))
    assert (EPS - 3).num in family.divided


@pytest.mark.parametrize("most", [0, 2])
def test_a_ratio_is_below_1_whatever_is_seen_of_it(most: int) -> None:
    """At most=0 no probability has it; in numbers it is refused all the same."""

    def noisy(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
        draw.geometric(eps / 3, most=most)
        draw.discrete_laplace(ratio=eps / 5, low=0, high=0)
        return bit

    family = family_of(program(noisy))
    assert set(family.ratios) == {EPS / 3, EPS / 5}
    assert {EPS / 3, 1 - EPS / 3, EPS / 5, 1 - EPS / 5} <= set(family.probabilities)


def test_a_ratio_that_is_1_is_refused() -> None:
    """As with numbers."""

    def noisy(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
        return bit + draw.geometric((eps - 3) / (eps - 3), most=1)

    with pytest.raises(ProgramError, match="a ratio of noise is 1"):
        family_of(program(noisy))


def test_too_many_draws_are_remembered() -> None:
    """In case the program catches that and answers something."""

    def long(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
        try:
            while draw.flip(1 / (1 + exp(eps))):
                pass
        except Exception:  # noqa: BLE001, S110  as programs do
            pass
        return bit ^ draw.flip("1/2")

    with pytest.raises(Undecided, match="bound the loops"):
        family_of(program(long))


def test_a_predicate_that_raises_is_the_fault_of_the_program() -> None:
    """As with numbers; it ended the process of the program."""
    relation: Any = lambda a, b, c: True  # noqa: E731, ARG005  as users write one

    def response(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
        return bit ^ draw.flip(1 / (1 + exp(eps)))

    program = mechanism(inputs=[0, 1], neighbours=relation)(response)
    with pytest.raises(ProgramError, match="neighbours or tail cannot be read: TypeError"):
        family_of(with_symbol(program, {}))


def test_inputs_are_the_same_for_every_eps() -> None:
    """A list that depends on ε would be that of one ε alone."""

    def inputs(eps: Any) -> list[int]:
        return [0, 1, 2] if eps == 3 else [0, 1]

    def shows(bit: int, draw: Draw, *, eps: Fraction = Fraction(1)) -> int:
        return bit if bit == 2 else bit ^ draw.flip(1 / (1 + exp(eps)))

    with pytest.raises(ProgramError, match="inputs is a function of eps"):
        family_of(with_symbol(mechanism(inputs=inputs)(shows), {}))
