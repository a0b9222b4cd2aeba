"""Paths are a partition of the noises, or are refused; points drawn at random are the oracle."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from random import Random
from typing import Any

import pytest

from dpverify.checkers.continuous.program import program_of
from dpverify.checkers.kernel import laws
from dpverify.checkers.kernel.certificates import partition
from dpverify.checkers.kernel.certificates.partition import refuse_no_partition
from dpverify.checkers.kernel.certificates.star import star_probability
from dpverify.defs.continuous.integers import trace_integers
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.traced import Form, Noise, Path, Traced, exact
from dpverify.defs.errors import Undecided
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.programs import mechanism

F = Fraction
LAPLACE, EXPONENTIAL = Noise("laplace", F(1)), Noise("exponential", F(1))


def form(*factors: int, constant: int | Fraction = 0, **gaps: int) -> Form:
    """Σ factor·noise + constant + Σ factor·gap."""
    noises = tuple((n, F(k)) for n, k in enumerate(factors) if k)
    return Form(noises, Shift.of(constant, **gaps))


def negative(one: Form, less: int = 0) -> Form:
    """−form − less."""
    return Form(tuple((n, -k) for n, k in one.noises), -one.shift - Shift.of(less))


def program(*paths: tuple[Form, ...], noises: tuple[Noise, ...] = (LAPLACE,) * 3) -> Traced:
    """A program whose words each have one path."""
    return Traced(noises, {f"w{n}": (Path(path),) for n, path in enumerate(paths)})


A, B, C = form(1, constant=1), form(0, 1), form(1, -1, 1)
FOUR = ((A, B), (A, negative(B)), (negative(A), C), (negative(A), negative(C)))


def test_a_tree_of_comparisons_is_a_partition() -> None:
    refuse_no_partition(program(*FOUR))
    refuse_no_partition(program(()))


@pytest.mark.parametrize("missing", range(4))
def test_a_word_that_is_missing_is_noticed(missing: int) -> None:
    with pytest.raises(ValueError, match="leave out some of the noises"):
        refuse_no_partition(program(*FOUR[:missing], *FOUR[missing + 1 :]))


@pytest.mark.parametrize("again", range(4))
def test_a_word_that_stands_twice_is_noticed(again: int) -> None:
    with pytest.raises(ValueError, match="overlap"):
        refuse_no_partition(program(*FOUR, FOUR[again]))


def test_a_word_that_contains_another_is_noticed() -> None:
    with pytest.raises(ValueError, match="overlap"):
        refuse_no_partition(program((A,), (A, B), (negative(A),)))


@pytest.mark.parametrize(("constant", "fault"), [(1, "overlap"), (-1, "leave out")])
def test_a_condition_that_is_moved_is_noticed(constant: int, fault: str) -> None:
    """The complement of A ≥ 0 a step further, either way."""
    with pytest.raises(ValueError, match=fault):
        refuse_no_partition(program((A,), (negative(A, -constant),)))


def test_swapped_conditions_are_noticed() -> None:
    with pytest.raises(ValueError, match=r"overlap|leave out"):
        refuse_no_partition(program((A, B), (negative(A), B), (A, C), (negative(A), negative(C))))


def test_no_path_is_no_program() -> None:
    with pytest.raises(ValueError, match="no path"):
        refuse_no_partition(Traced((LAPLACE,), {"w": ()}))


def largest(values: list[Form], *, integers: bool = False) -> list[tuple[Form, ...]]:
    """The paths of an argmax as they are traced; of equal integers the first is the largest."""

    def minus(one: Form, other: Form, less: int) -> Form:
        factors = dict(one.noises)
        for n, k in other.noises:
            factors[n] = factors.get(n, F(0)) - k
        kept = tuple((n, k) for n, k in sorted(factors.items()) if k)
        return Form(kept, one.shift - other.shift - Shift.of(less))

    return [
        tuple(
            minus(one, other, int(integers and j < i)) for j, other in enumerate(values) if j != i
        )
        for i, one in enumerate(values)
    ]


@pytest.mark.long
@pytest.mark.parametrize("integers", [False, True])
@pytest.mark.parametrize("count", [2, 3, 4, 12])
def test_a_largest_value_is_a_partition(count: int, integers: bool) -> None:
    values = [form(*(int(n == k) for n in range(count)), constant=k) for k in range(count)]
    paths = largest(values, integers=integers)
    noises = (LAPLACE,) * count
    refuse_no_partition(program(*paths, noises=noises), integers=integers)
    for k in range(count if count < 12 else 1):
        without = paths[:k] + paths[k + 1 :]
        with pytest.raises((ValueError, Undecided)):
            refuse_no_partition(program(*without, noises=noises), integers=integers)
    if count > 2:
        fewer = [paths[0][:-1], *paths[1:]]
        with pytest.raises((ValueError, Undecided)):
            refuse_no_partition(program(*fewer, noises=noises), integers=integers)


def test_ties_between_integers_count() -> None:
    """f ≥ 0 and −f ≥ 0 share the integers with f = 0; with f ≥ 0 and −f − 1 ≥ 0 none is shared."""
    both, apart = program((B,), (negative(B),)), program((B,), (negative(B, 1),))
    refuse_no_partition(both)
    refuse_no_partition(apart, integers=True)
    with pytest.raises(ValueError, match="overlap"):
        refuse_no_partition(both, integers=True)
    with pytest.raises(ValueError, match="leave out"):
        refuse_no_partition(apart)


def test_what_was_known_is_no_split() -> None:
    """After z0 ≥ z1 the largest of z0, z1, z2 is z0 or z2: the region is cut."""
    first = form(1, -1)
    rest = [(form(1, 0, -1),), (form(-1, 0, 1), form(0, -1, 1))]
    other = [(form(0, 1, -1),), (form(0, -1, 1), form(-1, 0, 1))]
    paths = [(first, *path) for path in rest] + [(negative(first), *path) for path in other]
    refuse_no_partition(program(*paths))
    with pytest.raises(ValueError, match="leave out"):
        refuse_no_partition(program(*paths[1:]))


def test_exponential_and_uniform_noise_have_ends() -> None:
    """Nothing is left out below 0, or beyond ±b."""
    refuse_no_partition(program((form(1),), noises=(EXPONENTIAL,)))
    bounded = Noise("uniform", F(2))
    known = laws.supports(laws.CONTINUOUS)
    refuse_no_partition(program((form(1, constant=2),), noises=(bounded,)), supports=known)
    for found, noise in ((form(1), LAPLACE), (form(1, constant=1), bounded)):
        with pytest.raises(ValueError, match="leave out"):
            refuse_no_partition(program((found,), noises=(noise,)), supports=known)


def test_gaps_are_any_numbers_or_beyond_all_bounds() -> None:
    """z + g ≥ 0 or z ≤ 5, with g beyond all bounds, overlap and leave nothing out."""
    paths = (form(1, g=1, constant=5),), (form(-1, g=-1, constant=-5),)
    refuse_no_partition(program(*paths))
    refuse_no_partition(program(*paths), entries=["g"])
    # After z ≥ 0 the sum z + g is above 0 where g is beyond all bounds, and may be below elsewhere.
    known = (form(1), form(1, g=1)), (negative(form(1)),)
    refuse_no_partition(program(*known))
    with pytest.raises(ValueError, match="leave out"):
        refuse_no_partition(program(*known), entries=["g"])


def test_what_takes_too_long_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partition, "MOST_PIECES", 1)
    with pytest.raises(Undecided, match="takes too long"):
        refuse_no_partition(program((A,), (negative(A, 1),)))
    monkeypatch.setattr(partition, "MOST_PIECES", 100)
    monkeypatch.setattr(partition, "MOST_FORMS", 0)
    with pytest.raises(Undecided, match="takes too long"):
        refuse_no_partition(program((A,), (negative(C),), (B,)))


# ------------------------------------------------------------------ random trees


def tree(rng: Random, depth: int, past: tuple[Form, ...] = ()) -> list[tuple[Form, ...]]:
    """The paths of a random tree of comparisons and largest values, of three noises."""
    if depth == 0 or rng.random() < 0.2:
        return [past]
    if rng.random() < 0.3:
        values = [form(*(rng.randint(-2, 2) for _ in range(3)), constant=k) for k in range(3)]
        ways = largest(values)
        if all(one.noises for one in chain(*ways)):
            return [path for way in ways for path in tree(rng, depth - 1, (*past, *way))]
    split = form(rng.choice([1, -1]), rng.randint(-2, 2), rng.randint(-2, 2),
                 constant=rng.randint(-1, 1))  # fmt: skip
    ways = [(split,), (negative(split),)]
    return [path for way in ways for path in tree(rng, depth - 1, (*past, *way))]


def holders(paths: list[tuple[Form, ...]], point: list[Fraction]) -> int:
    """How many paths a point lies in, strictly."""
    return sum(
        all(sum((k * point[n] for n, k in f.noises), f.shift.constant) > 0 for f in path)
        for path in paths
    )


def points(rng: Random) -> list[list[Fraction]]:
    """Points in general position near the forms, and further away."""
    return [
        [F(rng.randint(-(10**7), 10**7), rng.choice([10**6 + 3, 10**7 + 19])) for _ in range(3)]
        for _ in range(200)
    ]


def spoilt(rng: Random, paths: list[tuple[Form, ...]]) -> list[tuple[Form, ...]]:
    """The paths with one mistake."""
    made, k = list(paths), rng.randrange(len(paths))
    kind = rng.choice(["drop", "double", "shorter", "turn", "move", "swap"])
    if kind == "drop":
        del made[k]
    elif kind == "double":
        made.append(made[k])
    elif made[k]:
        place = rng.randrange(len(made[k]))
        one = made[k][place]
        moved = Form(one.noises, one.shift + Shift.of(rng.choice([1, -1])))
        new = {
            "turn": (negative(one),),
            "move": (moved,),
            "shorter": (),
            "swap": (rng.choice([f for path in paths for f in path]),),
        }[kind]
        made[k] = (*made[k][:place], *new, *made[k][place + 1 :])
    return made


@pytest.mark.parametrize("seed", range(60))
def test_random_trees_and_their_mistakes(seed: int) -> None:
    """What is accepted has every point in one path; a tree without mistake is accepted."""
    rng = Random(seed)  # noqa: S311  # test data
    paths = tree(rng, 3)
    refuse_no_partition(program(*paths))
    assert {holders(paths, point) for point in points(rng)} == {1}
    for _ in range(5):
        wrong = spoilt(rng, paths)
        if not wrong:
            continue
        try:
            refuse_no_partition(program(*wrong))
        except (ValueError, Undecided):
            continue
        assert {holders(wrong, point) for point in points(rng)} == {1}


# ------------------------------------------------------------------ programs


@pytest.mark.long
@pytest.mark.parametrize("name", ["B13", "B17", "B25", "B27", "B20", "B31"])
@pytest.mark.parametrize("n", [2, 4])
def test_traced_programs_are_partitions(name: str, n: int) -> None:
    """And where probabilities are exact they sum to 1, by integrals that know no tree."""
    found = library_mechanism(name).with_parameters(n=n)
    traced = program_of(found, everywhere=True).family
    assert traced is not None
    refuse_no_partition(traced.traced, entries=traced.entries)
    given = program_of(found).inputs if n == 2 else {}
    for one in given.values():
        refuse_no_partition(one)
        paths = [path for each in one.words.values() for path in each]
        finite = all(form.shift.finite for path in paths for form in path.conditions)
        if exact(one) and finite and not any(path.released for path in paths):
            whole = sum((star_probability(one, word, [], F(1)) for word in one.words), F(0))
            assert whole == 1


@pytest.mark.parametrize("name", ["B20d", "B13d", "B17d"])
def test_traced_programs_of_integers_are_partitions(name: str) -> None:
    found = library_mechanism(name).with_parameters(n=3)
    traced = trace_integers(found)
    refuse_no_partition(traced.traced, integers=True, entries=traced.entries)


def test_a_largest_value_of_what_was_compared() -> None:
    """The tracer leaves out what is known; the kernel accepts it all the same."""

    @mechanism(inputs=[0, 1], moves="A")
    def twice(x: int, draw: Any) -> Any:
        values = [draw.laplace(1) + x, draw.laplace(1), draw.laplace(2), draw.laplace(3)]
        first = values[0] >= values[1]
        return first, draw.argmax(values)

    traced = program_of(twice, everywhere=True).family
    assert traced is not None
    refuse_no_partition(traced.traced, entries=traced.entries)


@pytest.mark.parametrize(
    "paths",
    [
        [(form(),), (form(),)],
        [(form(), form(1, constant=-5))],
        [(form(), A), (form(), form(1))],
        [(A,), (negative(A),), (form(),)],
    ],
    ids=["two words, each certain", "what is below 5 left out", "overlapping", "one more word"],
)
def test_a_tie_is_no_comparison(paths: list[tuple[Form, ...]]) -> None:
    """0 ≥ 0 is its own complement, so that its regions, without inside, told nothing apart."""
    with pytest.raises(Undecided, match="a tie of numbers"):
        refuse_no_partition(program(*paths))


def test_a_tie_of_integers_is_a_condition() -> None:
    """There the complement of 0 ≥ 0 is −1 ≥ 0, which is never so."""
    refuse_no_partition(program((form(),)), integers=True)
    with pytest.raises(ValueError, match="overlap"):
        refuse_no_partition(program((form(),), (form(),)), integers=True)
