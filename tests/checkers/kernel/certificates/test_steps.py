"""Programs by steps say what the program says word by word, and lose as much, where both are known.

The other methods are the trace of the whole program with the probabilities of its words
(`checkers/continuous/words.py`), and its alignments and walks word by word (`worst_inputs.py`).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpverify.checkers.continuous import stepwise as steps_of_loops
from dpverify.checkers.continuous.by_steps import by_length
from dpverify.checkers.continuous.program import Program
from dpverify.checkers.continuous.words import probability
from dpverify.checkers.continuous.worst_inputs import worst_inputs
from dpverify.checkers.kernel.certificates.alignment import Affine, Shifted, Shifts
from dpverify.checkers.kernel.certificates.moves import relation
from dpverify.checkers.kernel.certificates.star import star_probability
from dpverify.checkers.kernel.certificates.steps import (
    StepShifts,
    as_word,
    certified_runs,
    losses,
    prices,
    sides,
    unrolled,
)
from dpverify.checkers.kernel.outcome import Fault
from dpverify.defs.continuous.trace import trace
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.stepwise import After, Step, Stepwise, written_run
from dpverify.defs.documents.traced import Form, Noise, Path, Traced, substituted
from dpverify.defs.errors import Undecided
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Value
from dpverify.defs.programs.mechanism import Mechanism

F = Fraction
ONE = F(1)
INPUT = (F(1), F(-1, 2), F(2))


def _mechanism(name: str, n: int, c: int | None) -> Mechanism:
    settings = {"n": n} if c is None else {"n": n, "c": c}
    return library_mechanism(name).with_parameters(**settings)


def _steps(monkeypatch: pytest.MonkeyPatch, name: str, n: int, c: int | None) -> Stepwise:
    """The steps of a program that would be traced as a whole otherwise."""
    monkeypatch.setattr(steps_of_loops, "SHORT", 0)
    monkeypatch.setattr(steps_of_loops, "SAME_FOR", (1,))
    monkeypatch.setattr(steps_of_loops, "POINTS", 4)
    found = steps_of_loops.stepwise_of(_mechanism(name, n, c), lambda: None)
    assert found is not None
    return found[0]


@pytest.mark.parametrize(("name", "c"), [("B20", 2), ("B21", 2), ("B25", None), ("B24", None)])
def test_runs_are_the_words(monkeypatch: pytest.MonkeyPatch, name: str, c: int | None) -> None:
    """Each word of the whole trace is one run, of the same probability; there are no others.

    B24 compares queries without noise, so that some runs are impossible on this input.
    """
    program = _steps(monkeypatch, name, 3, c)
    whole = trace(_mechanism(name, 3, c), INPUT)
    assert program.runs == (8 if name == "B24" else len(whole.words))
    total = Value(0)
    for word in whole.words:
        run = word[1:-1].rstrip(",").split(", ")
        text = written_run(program, run)
        assert not text.endswith("…")
        traced = substituted(
            as_word(program, text, run), dict(zip(program.entries, INPUT, strict=True))
        )
        chance = star_probability(traced, text, [], F(1))
        assert chance == probability(whole, word).at(F(1))
        total = total + chance
    assert total == 1


LONG = pytest.mark.long


@pytest.mark.parametrize(
    ("name", "n", "c"),
    [
        ("B20", 2, 1), ("B20", 4, 2), ("B21", 3, 1), ("B32", 3, 1), ("B25", 4, None),
        pytest.param("B20", 4, 1, marks=LONG), pytest.param("B23", 3, 1, marks=LONG),
        pytest.param("B34", 4, 1, marks=LONG), pytest.param("B50f", 3, 1, marks=LONG),
    ],
)  # fmt: skip
def test_bounds_are_those_of_all_words(
    monkeypatch: pytest.MonkeyPatch, name: str, n: int, c: int | None
) -> None:
    """Both methods know the tight number here; the certificate, checked alone, says it too."""
    steps, program = _steps(monkeypatch, name, n, c), _mechanism(name, n, c)
    moves = str(program.about["moves"])
    known = by_length(
        Program(F(1), {}, {}, (), [], moves, None, True, stepwise=steps), lambda: None
    )
    worst = worst_inputs(program)
    assert known is not None
    assert worst.exact
    boxes = relation(moves, n).boxes()
    assert known.most[-1] == worst.upper == certified_runs(steps, boxes, known.certificate)


def test_without_an_alignment_there_is_no_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """B24 compares queries without noise: its loss is ∞."""
    steps = _steps(monkeypatch, "B24", 3, None)
    program = Program(F(1), {}, {}, (), [], "A", None, True, stepwise=steps)
    assert by_length(program, lambda: None) is None


def _moved(steps: Stepwise, one: Fraction, threshold: Fraction = ONE) -> StepShifts:
    """The shifts of the textbook: the noise of each answer 1 moves by what it can lose."""
    shift = Affine(one, ((1, F(-1)),))
    own: dict[str, list[Shifts]] = {"0": [{}], "1": [{0: Shifted(shift, shift)}]}
    return StepShifts(threshold, (own,) * len(steps.steps))


def test_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """B20 with c = 2: 1/2 for the threshold, then at most 2/8 for each of two ones.

    A query that moves by m needs 1 − m more noise, at most 2, of scale 8.
    """
    steps = _steps(monkeypatch, "B20", 4, 2)
    (side,) = sides(relation("A", 4).boxes())
    costs = prices(steps, side, _moved(steps, F(1)))
    assert [dict(one) for one in costs] == [{"0": 0, "1": F(1, 4)}] * 2
    assert losses(steps, costs, F(1)) == [F(3, 4), 1, 1, 1]
    with pytest.raises(Fault, match="a condition of the word 1 decreases"):
        prices(steps, side, _moved(steps, F(1, 2)))
    with pytest.raises(Fault, match="a condition of the word 0 decreases"):
        prices(steps, side, _moved(steps, F(1), F(1, 2)))


def test_a_threshold_that_is_drawn_anew_is_paid_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """B21 with c = 2: a block costs 1/4 + 2/8; a threshold after the last query costs nothing."""
    steps = _steps(monkeypatch, "B21", 3, 2)
    (side,) = sides(relation("A", 3).boxes())
    costs = prices(steps, side, _moved(steps, F(1)))
    assert losses(steps, costs, F(1)) == [F(1, 2), 1, 1]


def test_the_dearest_path_counts() -> None:
    """Noise y chooses scale 8 or 2: an answer above costs 2/8 by one, 2/2 by the other."""

    def form(noise: int, sign: int, **gaps: int) -> Form:
        return Form(((noise, F(sign)),), Shift.of(0, **gaps))

    above = [
        Path((form(0, 1), form(1, 1, query=1, threshold=-1))),
        Path((form(0, -1), form(2, 1, query=1, threshold=-1))),
    ]
    below = [
        Path((form(0, 1), form(1, -1, query=-1, threshold=1))),
        Path((form(0, -1), form(2, -1, query=-1, threshold=1))),
    ]
    noises = tuple(Noise("laplace", F(scale)) for scale in (1, 8, 2))
    words = {"1": tuple(above), "0": tuple(below)}
    step = Step(Traced(noises, words, True), {"1": After(None), "0": After(0)})
    program = Stepwise(5, Noise("laplace", F(2)), (step,))
    shift = Affine(F(1), ((1, F(-1)),))
    moved: list[Shifts] = [{number: Shifted(shift, shift)} for number in (1, 2)]
    side = sides(relation("A", 5).boxes())[0]
    costs = prices(program, side, StepShifts(F(1), ({"1": moved, "0": [{}, {}]},)))
    assert [dict(one) for one in costs] == [{"1": F(1), "0": F(0)}]


def test_forged_certificates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each state, word and box must be there, and every query must move alike."""
    steps = _steps(monkeypatch, "B20", 4, 2)
    (side,) = sides(relation("A", 4).boxes())
    good = _moved(steps, F(1))
    with pytest.raises(Fault, match="each state"):
        prices(steps, side, StepShifts(F(1), good.steps[:1]))
    with pytest.raises(Fault, match="other words"):
        prices(steps, side, StepShifts(F(1), ({"1": good.steps[0]["1"]},) * 2))
    with pytest.raises(Fault, match="each path"):
        prices(steps, side, StepShifts(F(1), ({"0": [], "1": good.steps[0]["1"]},) * 2))
    with pytest.raises(Fault, match="each box"):
        certified_runs(steps, relation("A", 4).boxes(), [good, good])
    with pytest.raises(Undecided, match="every query moves as the others do"):
        sides(relation("O", 4).boxes())


def test_runs_that_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run ends where the program stops, and its words are those of its states."""
    steps = _steps(monkeypatch, "B20", 4, 1)
    with pytest.raises(Fault, match="after the program has stopped"):
        unrolled(steps, ["1", "0"])
    with pytest.raises(Fault, match="not one path of the word '2'"):
        unrolled(steps, ["0", "2"])


@pytest.mark.parametrize("anew", [False, True])
def test_each_step_has_noises_of_its_own(anew: bool) -> None:
    """By hand: the noises of a run are the threshold's, two of each step, and a new threshold's.

    a + 2·b + query − threshold ≥ 1 in the second step is about noises 3 and 4 and the second query;
    after a new threshold, which is noise 3, about noises 4 and 5.
    """
    condition = Form(((0, ONE), (1, F(2))), Shift.of(-1, query=1, threshold=-1))
    own = Noise("laplace", F(4)), Noise("laplace", F(8))
    step = Step(Traced(own, {"1": (Path((condition,)),)}, True), {"1": After(0, anew)})
    first = Noise("laplace", F(2))
    noises, path = unrolled(Stepwise(3, first, (step,)), ["1", "1"])
    assert noises == (first, *own, *([first] if anew else []), *own)
    later = 4 if anew else 3
    threshold = 3 if anew else 0
    assert path.conditions == (
        Form(((0, -ONE), (1, ONE), (2, F(2))), Shift.of(-1, q0001=1)),
        Form(
            tuple(sorted(((threshold, -ONE), (later, ONE), (later + 1, F(2))))),
            Shift.of(-1, q0002=1),
        ),
    )
