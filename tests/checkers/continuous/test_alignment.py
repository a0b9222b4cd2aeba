"""Bounds by alignment: the numbers of the field, and what the shifts do to programs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest
from scipy.optimize import linprog

from dpverify.checkers.continuous.alignment import (
    Aligned,
    Unaligned,
    align_family,
    align_pair,
)
from dpverify.checkers.kernel.certificates.alignment import Moved, Shifts
from dpverify.checkers.kernel.certificates.moves import Box
from dpverify.defs.continuous.trace import trace, trace_family
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Noise
from dpverify.defs.mechanisms import library, library_mechanism
from dpverify.defs.programs import mechanism
from tests.defs.continuous.concrete import CONTINUOUS, holding, random_values, run, value_of

ONE, HALF = Fraction(1), Fraction(1, 2)


def bound(name: str, relation: str | None = None, **settings: int) -> Fraction | str:
    """The bound for all real inputs, or the word without an alignment."""
    found = library_mechanism(name).with_parameters(**settings)
    aligned = align_family(trace_family(found), relation or str(found.about["moves"]))
    return aligned.bound if isinstance(aligned, Aligned) else aligned.word


def expected() -> list[tuple[str, int, int, Fraction]]:
    """(id, n, c, ε): what the literature and the benchmark set of the field state."""
    rows = []
    for n, c in product((1, 2, 3, 5, 10), (1, 2)):
        rows.append(("B20", n, c, min(Fraction(n, 4 * c), ONE)))
        if n >= 2 * c + 1:
            rows.append(("B23", n, c, Fraction(1 + 6 * c, 4)))
        if n >= 3 * c:
            rows.append(("B32", n, c, ONE))
    rows += [("B23", 1, 1, Fraction(1, 4)), ("B23", 2, 1, Fraction(3, 2))]
    return rows


@pytest.mark.parametrize(("name", "n", "c", "eps"), expected())
def test_sparse_vectors(name: str, n: int, c: int, eps: Fraction) -> None:
    """B20 min(n/(4c), 1), B23 (1+6c)/4 for n ≥ 2c+1, B32 1 for n ≥ 3c."""
    assert bound(name, n=n, c=c) == eps


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_one_parameter(n: int) -> None:
    """B25 and B13 n/2; B11 and B12 1 from n = 2 on."""
    assert bound("B25", n=n) == bound("B13", n=n) == Fraction(n, 2)
    assert bound("B11", n=n) == bound("B12", n=n) == (1 if n > 1 else 0)


@pytest.mark.slow
def test_ten_queries_that_never_stop() -> None:
    """B25, 1024 words: 5ε."""
    assert bound("B25", n=10) == 5


@pytest.mark.parametrize("n", [1, 3, 6])
def test_sums(n: int) -> None:
    """One entry moves: ε, bad sums 2ε; all entries move: nε (B03, B06)."""
    assert bound("B03", n=n) == bound("B06", n=n) == bound("B09", n=n) == 1
    assert bound("B04", n=n) == 2
    assert bound("B03", "A", n=n) == bound("B06", "A", n=n) == n
    assert bound("B01") == bound("B02") == 1


def test_noise_of_scale_eps() -> None:
    """B10 in nats: 1/ε."""
    found = library_mechanism("B10").with_parameters(eps="1/7")
    aligned = align_family(trace_family(found), "O")
    assert isinstance(aligned, Aligned)
    assert aligned.bound == 7
    assert not aligned.symbolic


@pytest.mark.parametrize(("n", "wanted"), [(4, "1"), (5, "5/4"), (10, "5/2")])
def test_the_gap_that_forgets_the_threshold(n: int, wanted: str) -> None:
    """B29 is ε-private up to n = 4 and not for n = 5; B28 is."""
    assert bound("B29", n=n) == Fraction(wanted)
    assert bound("B28", n=n) == 1


@pytest.mark.parametrize("name", ["B21", "B27", "B28", "B30"])
@pytest.mark.parametrize(("n", "c"), [(3, 1), (3, 2), (6, 1), (6, 2)])
def test_private_ones_are_private(name: str, n: int, c: int) -> None:
    """At most ε."""
    found = bound(name, n=n, c=c)
    assert isinstance(found, Fraction)
    assert found <= 1


@pytest.mark.parametrize("n", [2, 3, 5, 10])
def test_the_lead_of_a_noisy_maximum(n: int) -> None:
    """B17: ε with a shift that looks at the losing noises; ε/2 for one entry or one direction."""
    assert bound("B17", n=n) == 1
    assert bound("B17", "O", n=n) == bound("B17", "M", n=n) == HALF


@pytest.mark.parametrize("name", ["B14", "B24"])
def test_no_alignment_where_the_loss_is_infinite(name: str) -> None:
    """The word of the counterexample is named."""
    assert bound(name, n=2) == {"B14": "•", "B24": "(1, 0)"}[name]
    assert bound("B24", n=1) == Fraction(1, 2)


def cheapest(noises: Sequence[Noise], path: Moved, move: Sequence[Fraction]) -> float:
    """min Σ|s|/b for one move, as a programme of its own: s = up − down, both ≥ 0."""
    size = len(noises)

    def row(change: Any) -> tuple[list[float], float]:
        factors = [0.0] * size
        for number, k in change.noises:
            factors[number] = float(k)
        fixed = change.moved.constant + sum(k * move[i] for i, k in change.moved.slopes)
        return [*factors, *(-k for k in factors)], float(fixed)

    costs = [1 / float(noise.scale) for noise in noises] * 2
    tops = [(0, None)] * size + [(0, 0 if z.law == "exponential" else None) for z in noises]
    upper = [([-k for k in factors], fixed) for factors, fixed in map(row, path.conditions)]
    same = [(factors, -fixed) for factors, fixed in map(row, path.released)]
    done = linprog(
        costs,
        [r for r, _ in upper] or None, [b for _, b in upper] or None,
        [r for r, _ in same] or None, [b for _, b in same] or None,
        bounds=tops,
    )  # fmt: skip
    return float(done.fun) if done.status == 0 else float("inf")


def corners(box: Box) -> list[tuple[Fraction, ...]]:
    return list(product(*({low, high} for low, high in box)))


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", CONTINUOUS)
@pytest.mark.parametrize("relation", ["A", "M", "O"])
def test_no_single_move_needs_more(name: str, relation: str) -> None:
    """The bound is the largest over words and corners of the cheapest shift for that move alone.

    No alignment that knows the move could do better: what is given away by one rule for all moves
    of a box is nothing, for these programs at these sizes.
    """
    found = library()[name]
    if "n" in found.parameters:
        found = found.with_parameters(n=min(found.parameters["n"], 3))
    aligned = align_family(trace_family(found), relation)
    if isinstance(aligned, Unaligned):
        assert found.about["id"] in {"B08", "B14", "B24"}
        return
    if aligned.leads:
        assert found.about["id"] == "B17"
        assert aligned.bound == (1 if relation == "A" else HALF)
        return
    worst = max(
        cheapest(aligned.noises, path, move)
        for paths in aligned.words.values()
        for path in paths
        for box in aligned.moves
        for move in corners(box)
    )
    assert float(aligned.bound) == pytest.approx(worst, abs=1e-9)


def shifts_of(aligned: Aligned, word: str, number: int, box: int) -> Shifts:
    return {} if word in aligned.leads else aligned.certificate[word][number][box]


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", CONTINUOUS)
@pytest.mark.parametrize("relation", ["A", "M", "O"])
def test_a_shifted_run_says_the_same(name: str, relation: str) -> None:
    """The program itself, on numbers: moved input, shifted noise, same output, enough density.

    Neither tracer nor linear programme is asked about the second run.
    """
    random = Random(11)  # noqa: S311  a seeded sample
    found = library()[name].with_parameters(eps=1)
    family = trace_family(found)
    aligned = align_family(family, relation)
    if isinstance(aligned, Unaligned):
        return
    single = not isinstance(found.first_inputs(1)[0], tuple)
    for _ in range(80):
        entries = [Fraction(random.randint(-900, 900), 301) for _ in family.entries]
        values = random_values(family.traced, random)
        gaps = dict(zip(family.entries, entries, strict=True))
        [(word, number, _, released)] = holding(family.traced, values, gaps, ONE)
        which = random.randrange(len(aligned.moves))
        move = [low + (high - low) * Fraction(random.randint(0, 4), 4)
                for low, high in aligned.moves[which]]  # fmt: skip
        shifted, price = list(values), Fraction(0)
        moved = [entry + by for entry, by in zip(entries, move, strict=True)]
        if word in aligned.leads:
            paths = [path.released[0] for path in family.traced.words[word]]
            after = dict(zip(family.entries, moved, strict=True))
            least = min(value_of(form, values, after, ONE) for form in paths)
            i = aligned.leads[word]
            by = (released[0] - least) / dict(paths[0].noises)[i]
            shifted[i] += by
            price = abs(by) / aligned.noises[i].scale
        for i, shift in shifts_of(aligned, word, number, which).items():
            by = shift.by.constant + sum(k * move[j] for j, k in shift.by.slopes)
            shifted[i] += by
            assert by >= 0 or aligned.noises[i].law == "laplace"
            price += abs(by) / aligned.noises[i].scale
        assert price <= aligned.bound
        given = moved[0] if single else tuple(moved)
        assert run(found, given, family.traced, shifted, ONE) == (word, released)


@pytest.mark.parametrize(("x", "y", "wanted"), [
    ((0, 0, 0), (1, -1, -1), "3/2"), ((1, 1, 1), (1, 1, 1), "0"), ((0, 0, 0), (1, 1, 1), "1/2"),
])  # fmt: skip
def test_pairs(x: tuple[int, ...], y: tuple[int, ...], wanted: str) -> None:
    """B25 on two given inputs: all moved alike, the threshold moves with them."""
    found = library_mechanism("B25")
    aligned = align_pair(trace(found, x), trace(found, y))
    assert isinstance(aligned, Aligned)
    assert aligned.bound == Fraction(wanted)


def test_pairs_with_gaps() -> None:
    """A gap on both inputs is no move; one on a single input is more than any number."""
    found = library_mechanism("B11")
    far, near = (Shift.of(1, g=1), 0), (Shift.of(0, g=1), 1)
    aligned = align_pair(trace(found, far), trace(found, near))
    assert isinstance(aligned, Aligned)
    assert aligned.bound <= 1
    sparse = library_mechanism("B20").with_parameters(n=2)
    assert isinstance(align_pair(trace(sparse, far), trace(sparse, (0, 1))), Unaligned)


def test_a_band_needs_slopes() -> None:
    """Is a noisy count between two numbers? Only a shift by the move itself keeps both tests."""

    @mechanism(inputs=[0, 1])
    def band(count: Any, draw: Any, *, eps: Fraction = ONE) -> bool:
        noisy = count + draw.laplace(1 / eps)
        return bool(noisy > 0) and bool(noisy < 3)

    aligned = align_family(trace_family(band), "A")
    assert isinstance(aligned, Aligned)
    assert aligned.bound == 1
