"""Programs of the sparse vector technique and of noisy max, written down as their conditions."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Sequence
from fractions import Fraction

from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Law, Noise, Path, Traced
from dpverify.defs.numbers.exponential_polynomial import ExpPoly

F = Fraction
ONE = F(1)


def shifts(*numbers: int | str | F | Shift) -> list[Shift]:
    """Shifts from numbers."""
    return [n if isinstance(n, Shift) else Shift.of(n) for n in numbers]


def e(rate: int | str | F, **gaps: int | str | F) -> ExpPoly:
    """e^{ε·(rate + …)}."""
    return ExpPoly.exp(Shift.of(rate, **gaps))


def added(elements: Iterable[ExpPoly]) -> ExpPoly:
    """The sum."""
    return sum(elements, ExpPoly.number(0))


def one_path(noises: Iterable[Noise], *conditions: Form, released: tuple[Form, ...] = ()) -> Traced:
    """A program with one word, in the symbol ε."""
    return Traced(tuple(noises), {"w": (Path(conditions, released),)}, symbolic=True)


def difference(more: int, less: int, shift: Shift) -> Form:
    """noise[more] − noise[less] + shift."""
    return Form(tuple(sorted([(more, ONE), (less, -ONE)])), shift)


def sparse_vector(
    queries: Sequence[Shift], threshold: F, noise: F, stop: int | None = None
) -> Traced:
    """1 where q_i + Lap(noise) ≥ Lap(threshold), noise 0; it stops after `stop` ones."""
    words = {}
    for bits in itertools.product("01", repeat=len(queries)):
        word = "".join(bits)
        if stop:
            ones = itertools.accumulate(int(b) for b in bits)
            word = word[: next((i + 1 for i, k in enumerate(ones) if k == stop), len(word))]
        words[word] = (
            Path(
                tuple(
                    difference(i + 1, 0, queries[i])
                    if bit == "1"
                    else difference(0, i + 1, -queries[i])
                    for i, bit in enumerate(word)
                )
            ),
        )
    noises = (Noise("laplace", threshold), *(Noise("laplace", noise) for _ in queries))
    return Traced(noises, words, symbolic=True)


def noisy_max(scores: Sequence[Shift], law: Law, scale: F) -> Traced:
    """The index of the largest score + noise."""
    n = len(scores)
    words = {
        str(i): (Path(tuple(difference(i, j, scores[i] - scores[j]) for j in range(n) if j != i)),)
        for i in range(n)
    }
    return Traced((Noise(law, scale),) * n, words, symbolic=True)


def random_program(rng: random.Random, *, gaps: bool = False) -> Traced:
    """A small random program of either kind; with gaps, some queries carry multiples of g and h."""

    def rational(top: int) -> F:
        return F(rng.randint(-top, top), rng.choice((1, 1, 2, 3, 7)))

    def query() -> Shift:
        if gaps and rng.random() < 0.6:
            return Shift.of(rational(3), g=rng.choice((-1, 0, 1, "1/2")), h=rng.choice((-1, 0, 2)))
        return Shift.of(rational(4))

    def scale() -> F:
        return rng.choice((F(1), F(2), F(1, 2), F(4, 3)))

    queries = [query() for _ in range(rng.randint(2, 4))]
    if rng.random() < 0.5:
        return sparse_vector(queries[:3], scale(), scale(), rng.choice((None, 1, 2)))
    return noisy_max(queries, rng.choice(("laplace", "exponential")), scale())
