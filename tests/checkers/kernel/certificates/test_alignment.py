"""The checker of alignment certificates: what is wrong is refused; bounds hold for integrals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp, log
from typing import Any

import pytest
from scipy.integrate import quad

from dpverify.checkers.continuous.alignment import Aligned, align_family, align_pair
from dpverify.checkers.kernel.certificates.alignment import (
    Affine,
    Change,
    Moved,
    Shifted,
    boxes,
    certified,
    cost,
    family_moved,
    pair_moved,
)
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.continuous.trace import trace, trace_family
from dpverify.defs.documents.traced import Noise
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers.errors import NumberError

ONE, HALF = Fraction(1), Fraction(1, 2)
LAPLACE, EXPONENTIAL = Noise("laplace", Fraction(2)), Noise("exponential", Fraction(2))
BOX = ((-ONE, ONE),)


def constant(value: Fraction | int) -> Shifted:
    """A shift that does not depend on the move."""
    return Shifted(Affine(Fraction(value)), Affine(abs(Fraction(value))))


# z + q ≥ 0, where q moves by −1…1; and z + q released.
ABOVE = Change(((0, ONE),), Affine(slopes=((0, ONE),)))
TEST, TOLD = Moved((ABOVE,), ()), Moved((), (ABOVE,))
FOLLOW = Shifted(Affine(slopes=((0, -ONE),)), Affine(ONE))


def test_by_hand() -> None:
    """z + q ≥ 0: a shift by 1 costs 1/2, so does one against the move; 1 − move costs up to 1."""
    assert cost([LAPLACE], TEST, BOX, {0: constant(1)}) == HALF
    assert cost([LAPLACE], TEST, BOX, {0: FOLLOW}) == HALF
    assert cost([LAPLACE], TOLD, BOX, {0: FOLLOW}) == HALF
    one_minus = Affine(ONE, ((0, -ONE),))
    assert cost([LAPLACE], TEST, BOX, {0: Shifted(one_minus, one_minus)}) == 1
    assert cost([EXPONENTIAL], TEST, BOX, {0: constant(1)}) == HALF
    assert cost([LAPLACE], Moved((), ()), BOX, {}) == 0


WRONG: dict[str, tuple[Noise, Moved, dict[int, Shifted], str]] = {
    "no shift": (LAPLACE, TEST, {}, "decreases"),
    "too small": (LAPLACE, TEST, {0: constant(Fraction(99, 100))}, "decreases"),
    "the other way": (LAPLACE, TEST, {0: constant(-1)}, "decreases"),
    "with the move": (
        LAPLACE, TEST, {0: Shifted(Affine(slopes=((0, ONE),)), Affine(ONE))}, "decreases",
    ),
    "a release stays": (LAPLACE, TOLD, {0: constant(1)}, "changes"),
    "a release moves a little": (
        LAPLACE, TOLD, {0: replace(FOLLOW, by=Affine(slopes=((0, Fraction(-99, 100)),)))},
        "changes",
    ),
    "a size too small": (
        LAPLACE, TEST, {0: Shifted(Affine(ONE), Affine(HALF))}, "larger than its size",
    ),
    "a size below on one side": (
        LAPLACE, TOLD, {0: replace(FOLLOW, size=Affine(slopes=((0, ONE),)))},
        "larger than its size",
    ),
    "a size below a negative shift": (
        LAPLACE, Moved((), ()), {0: Shifted(Affine(-ONE), Affine(-ONE))}, "larger than its size",
    ),
    "exponential downwards": (EXPONENTIAL, TOLD, {0: FOLLOW}, "downwards"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_refused(what: str) -> None:
    """Each with its reason."""
    noise, path, shifts, text = WRONG[what]
    with pytest.raises(Fault, match=text):
        cost([noise], path, BOX, shifts)


def aligned(name: str, **settings: int) -> Aligned:
    found = library_mechanism(name).with_parameters(**settings)
    result = align_family(trace_family(found), str(found.about["moves"]))
    assert isinstance(result, Aligned)
    return result


def recheck(found: Aligned, certificate: Any = None) -> Fraction:
    return certified(found.noises, found.words, found.moves, certificate or found.certificate)


CORRUPTIONS: dict[str, Callable[[dict[int, Shifted], int], dict[int, Shifted]]] = {
    "dropped": lambda shifts, i: {j: s for j, s in shifts.items() if j != i},
    "shifted back": lambda shifts, i: {
        **shifts, i: replace(shifts[i], by=Affine(-shifts[i].by.constant, shifts[i].by.slopes))
    },
    "cheaper": lambda shifts, i: {
        **shifts, i: replace(shifts[i], size=Affine(shifts[i].size.constant - Fraction(1, 10**6),
                                                    shifts[i].size.slopes))
    },
}  # fmt: skip


def copied(found: Aligned) -> dict[str, list[list[Any]]]:
    return {word: [[*each] for each in paths] for word, paths in found.certificate.items()}


@pytest.mark.parametrize("name", ["B11", "B12", "B13", "B20", "B23", "B25", "B28", "B30"])
@pytest.mark.parametrize("how", CORRUPTIONS)
def test_corrupted_certificates_never_show_less(name: str, how: str) -> None:
    """Each shift of each path, changed: refused, or the bound is not smaller; most are refused."""
    found = aligned(name)
    assert recheck(found) == found.bound
    tried = refused = 0
    for word, paths in found.certificate.items():
        for p, choices in enumerate(paths):
            for b, shifts in enumerate(choices):
                for i in shifts:
                    bad = copied(found)
                    bad[word][p][b] = CORRUPTIONS[how](dict(shifts), i)
                    tried += 1
                    try:
                        assert recheck(found, bad) >= found.bound
                    except Fault:
                        refused += 1
    assert refused * 2 > tried


def test_a_certificate_is_about_every_word_path_and_box() -> None:
    """Less is refused."""
    found = aligned("B13")
    [(word, paths)] = found.certificate.items()
    wrong: list[dict[str, Any]] = [{}, {word: paths[1:]}, {word: [[] for _ in paths]}, {"x": paths}]
    for bad in wrong:
        with pytest.raises(Fault):
            certified(found.noises, found.words, found.moves, bad)


def test_one_shift_is_looked_at_in_each_box_and_with_each_form() -> None:
    """No shift: enough where q rises, not where it falls; a size for one shift, not for another."""
    words = {"yes": (TEST,)}
    moves = boxes("M", 1)
    shifts: dict[int, Shifted] = {}
    assert certified([LAPLACE], words, moves[:1], {"yes": [[shifts]]}) == 0
    with pytest.raises(Fault, match="decreases"):
        certified([LAPLACE], words, moves, {"yes": [[shifts, shifts]]})
    good, bad = constant(1), Shifted(Affine(ONE), Affine(HALF))
    with pytest.raises(Fault, match="larger than its size"):
        certified([LAPLACE], words, moves, {"yes": [[{0: good}, {0: bad}]]})
    assert certified([LAPLACE], words, moves, {"yes": [[{0: good}, {0: good}]]}) == HALF


def test_boxes() -> None:
    """One, two, and two for each entry."""
    wanted: dict[str, list[list[tuple[int, int]]]] = {
        "A": [[(-1, 1), (-1, 1)]],
        "M": [[(0, 1), (0, 1)], [(-1, 0), (-1, 0)]],
        "O": [[(0, 1), (0, 0)], [(-1, 0), (0, 0)], [(0, 0), (0, 1)], [(0, 0), (-1, 0)]],
    }
    for relation, ends in wanted.items():
        found = [[(int(low), int(high)) for low, high in box] for box in boxes(relation, 2)]
        assert found == ends
    with pytest.raises(NumberError, match="no relation of neighbours"):
        boxes("R", 1)


def test_pairs_must_be_the_same_program() -> None:
    """Other words, noise, paths or distances are refused."""
    small, large = (library_mechanism("B20").with_parameters(n=n) for n in (1, 2))
    with pytest.raises(Fault, match="other noise"):
        pair_moved(trace(small, (0,)), trace(large, (0, 0)))
    one = trace(large, (0, 0))
    word = "(0, 1)"
    fewer = replace(one, words={w: p for w, p in one.words.items() if w != word})
    with pytest.raises(Fault, match="other paths"):
        pair_moved(one, fewer)
    [path] = one.words[word]
    turned = replace(path, conditions=path.conditions[::-1])
    with pytest.raises(Fault, match="compares other noise"):
        pair_moved(one, replace(one, words={**one.words, word: (turned,)}))
    with pytest.raises(KeyError):
        family_moved(trace_family(large).traced, ("q0001",))


def tail(x: float, scale: float) -> float:
    """P(Laplace ≥ x)."""
    return exp(-x / scale) / 2 if x >= 0 else 1 - exp(x / scale) / 2


def probability(word: tuple[int, ...], x: tuple[int, ...], rho: float, nu: float) -> float:
    """∫ density of ρ at t · ∏ P(query + noise ≥ t) or its complement, by quadrature."""

    def inside(t: float) -> float:
        value = exp(-abs(t) / rho) / (2 * rho)
        for bit, query in zip(word, x, strict=False):
            above = tail(t - query, nu)
            value *= above if bit else 1 - above
        return value

    return float(quad(inside, -120, 120, points=(-1, 0, 1), limit=400, epsabs=1e-13)[0])


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "rho", "nu"), [("B20", 2, 4), ("B23", 4, 4 / 3), ("B25", 2, 2)])
def test_integrals_stay_below_the_bound(name: str, rho: float, nu: float) -> None:
    """Every word of every pair in {−1,0,1}² that differ by at most 1, at ε = 1."""
    found = library_mechanism(name).with_parameters(n=2)
    whole = aligned(name, n=2)
    words = [tuple(map(int, word.strip("(),").split(", "))) for word in whole.words]
    inputs = list(product((-1, 0, 1), repeat=2))
    laws = {x: [probability(word, x, rho, nu) for word in words] for x in inputs}
    for x, y in product(inputs, repeat=2):
        if max(abs(a - b) for a, b in zip(x, y, strict=True)) == 1:
            pair = align_pair(trace(found, x), trace(found, y))
            assert isinstance(pair, Aligned)
            loss = max(log(p / q) for p, q in zip(laws[x], laws[y], strict=True))
            assert loss <= float(pair.bound) + 1e-9
            assert pair.bound <= whole.bound
