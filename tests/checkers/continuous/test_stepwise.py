"""A program is taken for its steps only where it does what they do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, cast

import pytest

from dpverify.checkers.continuous import stepwise
from dpverify.checkers.continuous.stepwise import concrete_run, stepwise_of
from dpverify.defs.continuous.dice import Dice
from dpverify.defs.documents.stepwise import After
from dpverify.defs.errors import ProgramError
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.mechanisms.sparse_vector import algorithm_1
from dpverify.defs.programs import Draw
from dpverify.defs.programs.loop import Loop, Step
from dpverify.defs.programs.mechanism import Mechanism

N = 20


def _still() -> None:
    """No clock."""


def _sparse(n: int = N, c: int = 2) -> Mechanism:
    return library_mechanism("B20").with_parameters(n=n, c=c)


def test_the_steps_of_sparse_vector() -> None:
    """One state for each answer above that is left; the last one stops."""
    found = stepwise_of(_sparse(c=3), _still)
    assert found is not None
    program, compared = found
    assert [step.after for step in program.steps] == [
        {"1": After(1), "0": After(0)}, {"1": After(2), "0": After(1)},
        {"1": After(None), "0": After(2)},
    ]  # fmt: skip
    assert program.queries == N
    assert program.threshold.scale == 2
    assert compared == {"points": 40, "paths": 6, "visited": 6}


@pytest.mark.parametrize(("name", "n"), [("B20", 12), ("B11", 20), ("B27", 20)])
def test_others_are_traced_as_a_whole(name: str, n: int) -> None:
    """Short ones, those that are no loop, and those that release values."""
    assert stepwise_of(library_mechanism(name).with_parameters(n=n), _still) is None


def _with(run: Any, **about: Any) -> Mechanism:
    """A program that claims to run the loop of sparse vector."""
    return replace(_sparse(), function=run, about={**_sparse().about, **about})


def test_another_answer_on_few_queries() -> None:
    """It forgets to stop."""

    def endless(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, c: int = 1, n: int = 3) -> Any:
        del n
        return algorithm_1(eps=eps, c=c + 1).run(vector, draw)

    with pytest.raises(ProgramError, match=r"at n = [123] it is not the run of its loop"):
        stepwise_of(_with(endless), _still)


def test_another_answer_on_many_queries_alone() -> None:
    """What it does on three queries is its loop; on twenty it tells the tenth without noise."""

    def leaks(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, c: int = 1, n: int = 3) -> Any:
        del n
        said = algorithm_1(eps=eps, c=c).run(vector, draw)
        if len(said) > 10:
            return (*said[:10], int(vector[10] > 0), *said[11:])
        return said

    with pytest.raises(ProgramError, match="it does not say what the steps of the loop say"):
        stepwise_of(_with(leaks), _still)


@pytest.mark.parametrize("n", [50, 51, 64])
def test_a_query_that_is_treated_otherwise_where_the_run_ends(n: int) -> None:
    """The first answer above is told as below where it is the 38th: few runs end there."""

    def hides(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, c: int = 1, n: int = 3) -> Any:
        del n
        said = algorithm_1(eps=eps, c=c).run(vector, draw)
        return (*said[:-1], 0) if len(said) == 38 else said

    mechanism = replace(_sparse(n, c=1), function=hides)
    with pytest.raises(ProgramError, match="after 38 queries it does not say"):
        stepwise_of(mechanism, _still)


@pytest.mark.parametrize(("most", "left"), [(1 << 17, N), (100, 5)])
def test_how_many_runs_leave_the_first_state(
    most: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after each query; where queries are very many, as many as may be played."""

    def same(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, c: int = 1, n: int = 3) -> Any:
        del n
        said = algorithm_1(eps=eps, c=c).run(vector, draw)
        return said  # noqa: RET504  # in other words than those that are read

    monkeypatch.setattr(stepwise, "MOST_STEPS", most)
    found = stepwise_of(replace(_sparse(), function=same), _still)
    assert found is not None
    assert found[1] == {"points": 40 + left, "paths": 4, "visited": 4}


def test_more_noise_on_many_queries_alone() -> None:
    def draws(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, c: int = 1, n: int = 3) -> Any:
        del n
        said = algorithm_1(eps=eps, c=c).run(vector, draw)
        if len(said) > 10:
            draw.laplace(2 / eps)
        return said

    with pytest.raises(ProgramError, match="more often than its trace"):
        stepwise_of(_with(draws), _still)


def test_answers_that_do_not_tell_the_state() -> None:
    """One answer, two states that follow: a run of answers is more than one path."""

    def loop(*, eps: Any) -> Loop:
        def step(threshold: Any, state: int, query: Any, draw: Draw) -> Step:
            above = query + draw.laplace(4 / eps) >= threshold
            return 0, state + bool(above) if state < 2 else None, False

        return Loop(lambda draw: draw.laplace(2 / eps), 0, step)

    def run(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, c: int = 1, n: int = 3) -> Any:
        del c, n
        return loop(eps=eps).run(vector, draw)

    assert stepwise_of(_with(run, loop=loop), _still) is None


def test_a_threshold_that_is_more_than_noise() -> None:
    """Twice a noise is none of the thresholds that steps have."""

    def loop(*, eps: Any) -> Loop:
        return replace(algorithm_1(eps=eps, c=1), threshold=lambda draw: 2 * draw.laplace(1 / eps))

    def run(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, c: int = 1, n: int = 3) -> Any:
        del c, n
        return loop(eps=eps).run(vector, draw)

    assert stepwise_of(_with(run, loop=loop), _still) is None


def test_concrete_runs_are_runs() -> None:
    """Every condition holds with a margin; all lengths occur, the whole one too."""
    found = stepwise_of(_sparse(c=2), _still)
    assert found is not None
    lengths = set()
    for seed in range(60):
        walk = concrete_run(found[0], Dice(seed), 1 << seed % 7)
        lengths.add(len(walk.run))
        assert len(walk.queries) == N
        assert len(walk.noises) == len(walk.kinds) == 1 + len(walk.run)
        for word, query, noise in zip(walk.run, walk.queries, walk.noises[1:], strict=False):
            beyond = query + noise - walk.noises[0]
            assert beyond >= Fraction(1, 4) if word == "1" else beyond <= -Fraction(1, 4)
    assert {2, N} <= lengths
    assert len(lengths) > 8
    for last in range(N):  # after that query, and not before it, one answer is above
        walk = concrete_run(found[0], Dice(last), 1, last)
        assert walk.run[: last + 1] == ["0"] * last + ["1"]


def test_a_threshold_after_the_last_query() -> None:
    """It is drawn and compared with nothing; the program may do so."""
    program = library_mechanism("B21").with_parameters(n=13, c=2)
    for c in (1, 2, 3):
        assert stepwise_of(program.with_parameters(c=c), _still) is not None


class Counted:
    """A number of answers left that is equal to every other such number, whatever its count."""

    def __init__(self, left: int, count: int) -> None:
        self.left, self.count = left, count

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Counted) and self.left == other.left

    def __hash__(self) -> int:
        return hash(self.left)


def test_a_state_that_is_equal_to_another_and_is_not_the_same() -> None:
    """After the sixth query it looks at large ones without noise."""

    def loop(*, eps: Any) -> Loop:
        def step(threshold: Any, state: Counted, query: Any, draw: Draw) -> Step:
            late = 1000 if state.count > 5 and query > 5000 else 0
            above = query + draw.laplace(4 / eps) + late >= threshold
            return int(above), None if above else Counted(1, state.count + 1), False

        return Loop(lambda draw: draw.laplace(2 / eps), Counted(1, 0), step)

    def run(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, c: int = 1, n: int = 3) -> Any:
        del c, n
        return loop(eps=eps).run(vector, draw)

    with pytest.raises(ProgramError, match="a state of its loop is"):
        stepwise_of(_with(run, loop=loop), _still)


@pytest.mark.parametrize(
    ("start", "late"), [(1, True), (1, 1.0), (0.0, -0.0), ((0,), (False,)), (range(0), range(1, 1))]
)
def test_equal_states_that_can_be_told_apart_are_two(start: Any, late: Any) -> None:
    """`True` and 1 are equal, and the step from one has other noise than that from the other."""
    assert start == late

    def loop(*, eps: Any) -> Loop:
        def step(threshold: Any, state: Any, query: Any, draw: Draw) -> Step:
            scale = 4 if repr(state) == repr(start) else 2
            above = query + draw.laplace(scale / eps) >= threshold
            return int(above), None if above else late, False

        return Loop(lambda draw: draw.laplace(2 / eps), start, step)

    def run(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, c: int = 1, n: int = 3) -> Any:
        del c, n
        return loop(eps=eps).run(vector, draw)

    found = stepwise_of(_with(run, loop=loop), _still)
    assert found is not None
    assert [one.traced.noises[0].scale for one in found[0].steps] == [4, 2]


def test_whether_the_threshold_is_new_may_be_any_number() -> None:
    def loop(*, eps: Any) -> Loop:
        def step(threshold: Any, state: int, query: Any, draw: Draw) -> Step:
            above = query + draw.laplace(8 / eps) >= threshold
            return int(above), state - int(above) or None, cast("bool", 2 * int(above))

        return Loop(lambda draw: draw.laplace(4 / eps), 2, step)

    def run(vector: Sequence[Any], draw: Draw, *, eps: Any = 1, c: int = 1, n: int = 3) -> Any:
        del c, n
        return loop(eps=eps).run(vector, draw)

    found = stepwise_of(_with(run, loop=loop), _still)
    assert found is not None
    assert found[0].steps[0].after["1"].anew is True


@pytest.mark.parametrize(
    ("loop", "text"),
    [(7, "loop is 7"), (dict, "loop is <class 'dict'>"), (lambda: 3, "loop returns 3")],
)
def test_a_loop_that_is_none(loop: Any, text: str) -> None:
    with pytest.raises(ProgramError, match=text):
        stepwise_of(_with(_sparse().function, loop=loop), _still)
