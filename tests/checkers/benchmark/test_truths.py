"""The benchmark set's truths, as the set gives them, against what is computed: the whole grid.

Source: the benchmark set of the field, "Mechanisms: the benchmark set of the field, with the truth
where it is known"; tight ε in units of ε as formulas in n and c, for n in {1, 2, 3, 5, 10} and c in
{1, 2}. ∞ is None. The loss is proved for every ε > 0, so that ε = 1/10, 7/10, 3/2 are covered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from dpverify.checkers.benchmark.table import Settings, rows
from dpverify.checkers.continuous.worst_inputs import worst_inputs
from dpverify.defs.continuous.probe import over_reals
from dpverify.defs.mechanisms import library, library_mechanism
from dpverify.defs.programs.divided import divided

F = Fraction
Rate = Fraction | int | None
SIZES = (1, 2, 3, 5, 10)
ONES = (1, 2)
EPSILONS = (F(1, 10), F(7, 10), F(3, 2))


def best_of_two(n: int) -> int:
    """One candidate is no choice."""
    return 1 if n >= 2 else 0


# Rows without c: tight ε/ε as a function of n.
BY_SIZE: dict[tuple[str, str | None], Callable[[int], Rate]] = {
    ("B03", None): lambda _: 1,
    ("B03", "A"): lambda n: n,
    ("B04", None): lambda _: 2,
    ("B06", None): lambda _: 1,
    ("B06", "A"): lambda n: n,
    ("B08", None): lambda n: None if n >= 2 else 1,
    ("B09", None): lambda _: 1,
    ("B11", None): best_of_two,
    ("B12", None): best_of_two,
    ("B13", None): lambda n: F(n, 2),
    ("B14", None): lambda _: None,
    ("B24", None): lambda n: None if n >= 2 else F(1, 2),
    ("B25", None): lambda n: F(n, 2),
}
# Rows with c: tight ε/ε as a function of n and c, where the set gives one.
BY_BOTH: dict[str, Callable[[int, int], Rate]] = {
    "B20": lambda n, c: min(F(n, 4 * c), F(1)),
    "B23": lambda n, c: {(1, 1): F(1, 4), (2, 1): F(3, 2)}.get((n, c), F(1 + 6 * c, 4)),
    "B32": lambda _n, _c: F(1),
}
KNOWN_FROM: dict[str, Callable[[int], int]] = {
    "B23": lambda c: 1 if c == 1 else 2 * c + 1,
    "B32": lambda c: 3 * c,
}
# Rows marked "?" or "at most": the answers found here, exact for every ε > 0. Each is confirmed by
# two certificates; the first column is worked out by hand in `test_answers_by_hand`.
ANSWERS: dict[str, dict[int, tuple[Rate, ...]]] = {
    "B21": {1: (F(1, 4), F(1, 2), F(3, 4), 1, 1), 2: (F(1, 8), F(1, 4), F(3, 8), F(5, 8), 1)},
    "B22": {1: (F(1, 2), 1, F(3, 2), F(5, 2), 5), 2: (F(1, 4), F(1, 2), F(3, 4), F(5, 4), F(5, 2))},
    "B27": {
        1: (F(1, 2), F(2, 3), F(5, 6), 1, 1),
        2: (F(1, 4), F(1, 2), F(7, 12), F(3, 4), 1),
    },
    "B28": {1: (F(1, 4), F(1, 2), F(3, 4), 1, 1), 2: (F(1, 8), F(1, 4), F(3, 8), F(5, 8), 1)},
    "B29": {
        1: (F(1, 4), F(1, 2), F(3, 4), F(5, 4), F(5, 2)),
        2: (F(1, 8), F(1, 4), F(3, 8), F(5, 8), F(5, 4)),
    },
    "B30": {1: (F(3, 8), F(5, 8), 1, 1, 1), 2: (F(3, 16), F(3, 8), F(1, 2), F(13, 16), 1)},
    "B31": {
        1: (F(3, 8), F(5, 8), 1, F(13, 8), F(7, 2)),
        2: (F(3, 16), F(3, 8), F(1, 2), F(13, 16), F(7, 4)),
    },
    "B32": {1: (F(1, 2), F(1, 2), 1, 1, 1), 2: (F(1, 4), F(1, 2), F(1, 2), F(3, 4), 1)},
    "B32A": {
        1: (F(1, 2), 1, F(3, 2), F(3, 2), F(3, 2)),
        2: (F(1, 4), F(1, 2), F(3, 4), F(5, 4), F(3, 2)),
    },
    "B34": {
        1: (F(1, 4), F(1, 2), F(3, 4), 1, 1),
        2: (F(1, 4), F(1, 2), F(3, 4), F(5, 4), F(3, 2)),
    },
}


def _grid() -> Iterator[Any]:
    """(row, relation, settings, rate); sizes above 3 are slow tests."""

    def case(name: str, relation: str | None, rate: Rate, **settings: int) -> Any:
        marks = [pytest.mark.slow] if settings["n"] > 3 else []
        label = f"{name}{relation or ''}-{'-'.join(map(str, settings.values()))}"
        return pytest.param(name, relation, settings, rate, id=label, marks=marks)

    for n in SIZES:
        for (name, relation), rate in BY_SIZE.items():
            yield case(name, relation, rate(n), n=n)
        for c in ONES:
            for name, truth in BY_BOTH.items():
                if name not in KNOWN_FROM or n >= KNOWN_FROM[name](c):
                    yield case(name, None, truth(n, c), n=n, c=c)
            for name, found in ANSWERS.items():
                relation = "A" if name.endswith("A") else None
                yield case(name[:3], relation, found[c][SIZES.index(n)], n=n, c=c)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "relation", "settings", "rate"), list(_grid()))
def test_the_grid(name: str, relation: str | None, settings: dict[str, int], rate: Rate) -> None:
    """Both proved bounds are equal to the truth, for every ε > 0."""
    found = worst_inputs(library_mechanism(name).with_parameters(**settings), relation)
    assert found.symbolic
    assert found.exact
    assert found.lower == rate


@pytest.mark.parametrize("eps", EPSILONS)
@pytest.mark.parametrize(("name", "rate"), [("B01", 1), ("B02", 1), ("B16", 1)])
def test_without_a_size(name: str, rate: int, eps: Fraction) -> None:
    """ε, at three numbers."""
    (found,) = rows([name], Settings(eps=eps))
    assert float(found.value) == pytest.approx(float(rate * eps), abs=1e-9)
    assert found.verdict == "holds"


@pytest.mark.parametrize("eps", EPSILONS)
@pytest.mark.parametrize("n", [1, 2, 3])
def test_noise_of_the_wrong_scale(n: int, eps: Fraction) -> None:
    """B10: 1/ε."""
    found = worst_inputs(library_mechanism("B10").with_parameters(n=n, eps=eps))
    assert found.exact
    assert found.lower == 1 / eps


@pytest.mark.parametrize("n", SIZES)
def test_smart_sum(n: int) -> None:
    """B07, blocks of 2, marked "?": an entry has a noise of its own and one in its block's sum.

    Its own alone until a block is whole: ε at n = 1; both from n = 2 on: 2ε, the claim.
    """
    found = worst_inputs(library_mechanism("B07").with_parameters(n=n))
    assert found.exact
    assert found.lower == (1 if n == 1 else 2)


@pytest.mark.parametrize("n", [2, 3, pytest.param(5, marks=pytest.mark.slow)])
def test_noisy_max_with_gap(n: int) -> None:
    """B17, marked "?": the winner's noise moves by at most 2 at a scale of 2/ε, so at most ε."""
    found = worst_inputs(library_mechanism("B17").with_parameters(n=n))
    assert found.exact
    assert found.lower == 1


def test_answers_by_hand() -> None:
    """n = 1: the query moves by 1, the threshold stays: 1/scale, and what a release adds.

    B22, B27, B29: a value that is told holds the query's noise fixed: at worst 1/scale of it. B27
    has 1/6 from the test and 1/3 from the answer; B30 fails both tests: 1/8 + 1/4.
    """
    hand = {"B21": F(1, 4), "B22": F(1, 2), "B27": F(1, 6) + F(1, 3), "B28": F(1, 4)}
    hand |= {"B32": F(1, 2), "B32A": F(1, 2)}
    hand |= {"B29": F(1, 4), "B30": F(1, 8) + F(1, 4), "B31": F(1, 8) + F(1, 4), "B34": F(1, 4)}
    assert {name: ANSWERS[name][1][0] for name in ANSWERS} == hand


def _divisible() -> Iterator[Any]:
    """All of B01–B34 at small sizes."""
    for each in library().values():
        name = str(each.about.get("id"))
        if over_reals(each) and not name.startswith("B50"):
            yield pytest.param(name, id=name)


@pytest.mark.parametrize("name", list(_divisible()))
def test_divided_noise(name: str) -> None:
    """B50: r times the row's truth; here r = 3."""
    mechanism = library_mechanism(name)
    sizes = {"n": 2} if "n" in mechanism.parameters else {}
    whole = worst_inputs(mechanism.with_parameters(**sizes))
    third = worst_inputs(divided(mechanism, F(3)).with_parameters(**sizes))
    assert whole.exact
    assert third.exact
    assert third.lower == (None if whole.lower is None else 3 * whole.lower)
