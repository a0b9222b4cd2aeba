"""Statements about columns: the setting says what the statement's own text says, and no more."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from flint import fmpq

from dpverify.defs.channel import Channel
from dpverify.defs.errors import Undecided
from dpverify.defs.numbers import exp
from dpverify.proofs import laws, objects
from dpverify.proofs import setting as module
from dpverify.proofs.columnwise import ColumnLogic, is_columnwise
from dpverify.proofs.instances import Instance, retuned
from dpverify.proofs.kernel import Facts, RefusedError, Setting, check
from dpverify.proofs.labels import Constant, OutputsOf, Size
from dpverify.proofs.layout import places
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.setting import setting_of, settings_of
from dpverify.proofs.statement import AnyChannel, Claim, FixedChannel, Property, Statement
from dpverify.proofs.sum_logic import Term
from dpverify.proofs.sums import number
from dpverify.proofs.theorem import stored_names
from tests.proofs.genuine import parts_of
from tests.proofs.structures import Place, Structure, holds, value
from tests.proofs.worlds import _numbers, _rows

X, Y, Z = Size("inputs", "x"), Size("outputs", "y"), Size("results", "z")
M, L = AnyChannel(X, Y), AnyChannel(X, Y)
F = AnyChannel(OutputsOf("M"), Z)
PROVED = tuple(name for name in stored_names() if is_columnwise(entry(name).statement))


def _less(first: str, second: str, *, than: str = "1") -> Property:
    """Σ_y max_x of the first is at most `than` times that of the second."""

    def form(rows: Any, terms: Any, logic: Any) -> Any:
        def capacity(name: str) -> Any:
            return logic.total(map(logic.largest, zip(*rows[name], strict=True)))

        factor = terms[than] if than != "1" else logic.number(1)
        return logic.le(capacity(first), logic.times(factor, capacity(second)))

    return Property("less", "less", form, columnwise=True)


def _each(rows: Any, terms: Any, logic: Any) -> Any:
    """For each output, its largest probability is at most w, times the number of inputs."""
    return logic.conj(
        logic.le(logic.largest(c), logic.times(terms["w"], logic.count(c)))
        for c in zip(*rows["M"], strict=True)
    )


def _positive(rows: Any, terms: Any, logic: Any) -> Any:
    """Σ_y max_x max(0, M(y|x) − w) ≤ w·n."""
    gaps = [[logic.pos(logic.minus(e, terms["w"])) for e in row] for row in rows["M"]]
    most = logic.total(logic.largest(column) for column in zip(*gaps, strict=True))
    return logic.le(most, logic.times(terms["w"], logic.count(row[0] for row in rows["M"])))


def extra() -> dict[str, Statement]:
    """Statements, true or not, with what the registry's do not use."""
    said, w = _less("N", "M"), {"w": "value"}
    mapped = {"N": {"post_process": ["M", "f"]}}
    listed, short = AnyChannel(lambda _: "abc", Y), AnyChannel(X, lambda _: "ab")
    pure = Claim("M", "approx-dp", {"eps": "eps", "delta": "w"})
    of_map = Claim("f", "pure-dp", {"eps": "eps"})
    both = {"M": M, "L": L}
    return {
        "mixture": Statement(both, w, said, derived={"N": {"mixture": ["w", "M", "L"]}}),  # type: ignore[arg-type]
        "visible": Statement(both, w, said, derived={"N": {"visible_mixture": ["w", "M", "L"]}}),  # type: ignore[arg-type]
        "assumed": Statement({"M": M}, {"eps": "loss", **w}, _less("M", "M", than="w"), (pure,)),  # type: ignore[dict-item]
        "of the map": Statement({"M": M, "f": F}, w, _less("f", "M")),  # type: ignore[arg-type]
        "a private map": Statement(
            {"M": M, "f": F}, {"eps": "loss"}, _less("N", "f", than="eps"), (of_map,), mapped
        ),
        "inputs written out": Statement({"M": listed, "L": listed}, {}, _less("L", "M")),
        "outputs written out": Statement({"M": short, "L": L}, {}, _less("L", "M")),
        "each column": Statement({"M": M}, w, Property("e", "e", _each, columnwise=True)),  # type: ignore[arg-type]
        "positive parts": Statement({"M": M}, w, Property("p", "p", _positive, columnwise=True)),  # type: ignore[arg-type]
    }


def _known() -> dict[str, Statement]:
    known = extra()
    for each in entries():
        statements = [("", each.statement), *((m.name, m.statement) for m in each.mutants)]
        for name, statement in statements:
            if is_columnwise(statement) and not _refused(statement):
                known[f"{each.id} {name}"] = statement
    return known


def _refused(statement: Statement) -> bool:
    try:
        settings_of(statement)
    except Undecided:
        return True
    return False


EVERY = _known()


def worlds(statement: Statement, count: int) -> Iterator[Instance]:
    """Channels with 2 or 3 inputs and outputs; half of them with a tie."""
    source = random.Random(7)  # noqa: S311  for a test
    for k in range(count):
        shape = {"inputs": source.randint(2, 3), "outputs": source.randint(2, 3)}
        shape["results"] = source.randint(1, 3)
        channels = {}
        for name, place in places(statement, shape).items():
            rows = _rows(len(place.inputs), len(place.outputs), source, near=k % 3 > 0)
            channels[name] = place.fixed or Channel(place.inputs, place.outputs, rows)
        made = Instance(statement, shape, channels, _numbers(statement, source))
        yield retuned(made) if k % 2 else made


SIZES = {"x": "inputs", "y": "outputs", "z": "results"}
Chosen = tuple[str, tuple[Place, ...], fmpq]
"""A term of a column: the atom that chooses it, where that stands, and its number."""


def structure(setting: Setting, instance: Instance) -> Structure:
    """What each atom is; the largest of a column, and where it is attained, by its definition."""
    parameters = dict(_parameters(instance))

    @cache
    def atom(name: str, at: tuple[Place, ...]) -> fmpq:
        if name in parameters:
            return parameters[name]
        if name in setting.parts:
            free, a = setting.parts[name]
            return max(fmpq(0), value(a, made, dict(zip(free, at, strict=True))))
        if name.startswith("largest"):
            return _top(_column(setting, made, name, at))
        if name.startswith("choice"):
            of = next(key for key in setting.axioms if key.endswith(f" above {name}")).split()[0]
            outer = setting.axioms[f"{of} is attained once"].free
            column = [*_column(setting, made, of, tuple(p for p in at if p[0] in outer))]
            top = _top(column)
            first = next((choice, where) for choice, where, number in column if number == top)
            return fmpq(int(first == (name, at)))
        return _entry(instance, name, at)

    made = Structure(lambda sort: instance.shape[SIZES[sort]], atom)
    return made


def _column(
    setting: Setting, made: Structure, name: str, column: tuple[Place, ...]
) -> Iterator[Chosen]:
    """The terms of which an atom is the largest, at an output."""
    outer = setting.axioms[f"{name} is attained once"].free
    zero = made.replaced(name, fmpq(0))
    for key, fact in setting.axioms.items():
        if key.startswith(f"{name} above "):
            inner = {v: sort for v, sort in fact.free.items() if v not in outer}
            for at in made.over(inner, dict(zip(outer, column, strict=True))):
                where = tuple(at[v] for v in fact.free)
                yield key.rpartition(" ")[2], where, -value(fact.expr, zero, at)


def _top(column: Iterable[Chosen]) -> fmpq:
    return max(number for _, _, number in column)


def _parameters(instance: Instance) -> Iterator[tuple[str, fmpq]]:
    """The number of each parameter, of a loss its odds, and of e^ε/(1 + e^ε)."""
    for name, kind in instance.statement.parameters.items():
        number: Any = instance.parameters[name]
        if kind == "loss":
            odds = _exact(exp(number))
            yield f"e^{name}", odds
            yield "quotient0", odds / (1 + odds)
        else:
            yield name, _exact(number)


def _entry(instance: Instance, name: str, at: tuple[Place, ...]) -> fmpq:
    """An entry of a channel, whose atom is called as `proofs.objects` says."""
    parts = name.split(".")
    of = next(part for part in parts if part in instance.channels)
    before, after = parts[: parts.index(of)], parts[parts.index(of) + 1 :]
    channel, places = instance.channels[of], [k for _, k in at]
    row = channel.inputs.index(before[0]) if before else places.pop(0)
    column = channel.outputs.index(after[0]) if after else places.pop(0)
    assert not places
    return _exact(channel.entry(row, column))


def _exact(number: Any) -> fmpq:
    fraction = number.as_fraction()
    return fmpq(fraction.numerator, fraction.denominator)


def disagreements(name: str, count: int = 16) -> tuple[list[str], Counter[tuple[str, bool]]]:
    """Where the axioms are false, or hypotheses and goals are not true where their text is."""
    statement, seen = EVERY[name], Counter[tuple[str, bool]]()
    setting, wrong = setting_of(statement), []
    for instance in worlds(statement, count):
        at = structure(setting, instance)
        for key, fact in setting.axioms.items():
            if not key.startswith("hypothesis") and not holds(fact, at):
                wrong.append(f"{key} is false")
        for k, claim in enumerate(statement.hypotheses):
            facts = [f for key, f in setting.axioms.items() if key.startswith(f"hypothesis {k}")]
            truth = instance.holds(claim)
            if all(holds(fact, at) for fact in facts) != truth:
                wrong.append(f"hypothesis {k}")
            seen["hypothesis", truth] += 1
        truth = instance.concluded
        if all(holds(goal, at) for goal in setting.goals) != truth:
            wrong.append("the goal")
        seen["goal", truth] += 1
    return wrong, seen


@pytest.mark.parametrize("name", EVERY)
def test_a_setting_says_what_the_statement_says(name: str) -> None:
    """Axioms are true; each hypothesis and the goal is true exactly where its text is."""
    assert disagreements(name)[0] == []


def test_both_truths_are_met() -> None:
    """Among all statements: hypotheses and goals that hold, and such that do not."""
    seen = sum((disagreements(name, 4)[1] for name in EVERY), Counter[tuple[str, bool]]())
    for what in ("hypothesis", "goal"):
        assert min(seen[what, True], seen[what, False]) >= 4


def test_which_are_proved() -> None:
    assert {*PROVED} == {
        "qif.bayes-capacity.attained",
        "qif.bayes-capacity.post-processing",
        "qif.bayes-capacity.pure",
    }


@pytest.mark.parametrize("name", PROVED)
def test_every_step_of_a_proof_is_true(name: str) -> None:
    """Where the hypotheses hold, so does each fact that the stored proof adds."""
    ((setting, steps),) = parts_of(name).values()
    facts = Facts(setting)
    added = [facts.add(step) for step in steps]
    met = 0
    for instance in worlds(entry(name).statement, 16):
        if instance.met:
            at = structure(setting, instance)
            assert all(holds(fact, at) for fact in added)
            met += 1
    assert met >= 5


# ---------------------------------------------------------------- mistakes in the translation


def _all_inputs_attain(patch: pytest.MonkeyPatch) -> None:
    """Each input is where the largest entry is."""
    largest = ColumnLogic.largest

    def mistaken(self: ColumnLogic, terms: Any) -> Term:
        made = largest(self, terms)
        for name in [key for key in self.axioms if key.endswith(" attains")]:
            choice = name.removesuffix(" attains")
            above = next(f for k, f in self.axioms.items() if k.endswith(f" above {choice}"))
            self.axioms[name] = replace(above, relation="=")
        return made

    patch.setattr(ColumnLogic, "largest", mistaken)


def _chosen_by_output(patch: pytest.MonkeyPatch) -> None:
    """An input chooses one output, in place of an output one input."""
    largest = ColumnLogic.largest

    def mistaken(self: ColumnLogic, terms: Any) -> Term:
        every = list(terms)
        return largest(self, [Term(t.expr, t.given, t.free) for t in every])

    patch.setattr(ColumnLogic, "largest", mistaken)


def _one_input(patch: pytest.MonkeyPatch) -> None:
    """There is one input, whatever their number."""
    patch.setattr(ColumnLogic, "count", lambda _self, _terms: Term(number(1), {}))


def _below(patch: pytest.MonkeyPatch) -> None:
    """The largest is the smallest."""
    largest = ColumnLogic.largest

    def mistaken(self: ColumnLogic, terms: Any) -> Term:
        made = largest(self, terms)
        for name, fact in self.axioms.items():
            if " above choice" in name:
                self.axioms[name] = replace(fact, expr=-fact.expr)
        return made

    patch.setattr(ColumnLogic, "largest", mistaken)


def _two_rows(patch: pytest.MonkeyPatch) -> None:
    """Two neighbours stand for all inputs."""
    patch.setattr(objects.Objects, "matrices", property(lambda _: False, lambda *_: None))


def _one_input_twice(patch: pytest.MonkeyPatch) -> None:
    """A hypothesis compares an input with itself."""
    patch.setattr(module, "_another_input", lambda term: term)


def _capture(patch: pytest.MonkeyPatch) -> None:
    """What a map sums over is not the output of the channel but its input."""

    def through(law: Term, row: Term) -> Term:
        return Term((law.expr * row.expr).over(law.given), row.free, law.given)

    patch.setattr(laws, "_through", through)


MISTAKES = [
    _all_inputs_attain,
    _chosen_by_output,
    _one_input,
    _below,
    _two_rows,
    _one_input_twice,
    _capture,
]


@pytest.mark.parametrize("plant", MISTAKES)
def test_a_mistake_is_noticed(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somewhere the setting and the text part, or the statement is not read at all."""
    plant(monkeypatch)
    for name in EVERY:
        try:
            wrong, _ = disagreements(name, 6)
        except (Undecided, LookupError, AssertionError, ValueError, StopIteration, TypeError):
            return
        if wrong:
            return
    pytest.fail("nobody notices")


# ---------------------------------------------------------------- what is refused


def _joined(rows: Any, _: Any, logic: Any) -> Any:
    """A sum over the entries of a column."""
    return logic.le(logic.total(row[0] for row in rows["M"]), logic.number(1))


def _compared(rows: Any, _: Any, logic: Any) -> Any:
    """For all inputs."""
    return logic.conj(logic.le(row[0], logic.number(1)) for row in rows["M"])


def _unlike(rows: Any, _: Any, logic: Any) -> Any:
    """The largest of an entry and of a number."""
    return logic.le(logic.largest([rows["M"][0][0], logic.number(1)]), logic.number(1))


SAID = _less("M", "M")
FIXED = FixedChannel(Constant(X, ("a",)).channel, "c", Constant(X, ("a",)))
LOCAL = Claim("M", "local-dp", {"eps": "eps"})


def _of(said: Property = SAID, /, **more: AnyChannel | FixedChannel) -> Statement:
    return Statement({"M": M, **more}, {}, said)


def _columns(form: Callable[[Any, Any, Any], Any]) -> Statement:
    return _of(Property("a", "a", form, columnwise=True))


REFUSED: dict[str, tuple[str, Statement]] = {
    "a sum over a column": ("a sum over", _columns(_joined)),
    "an inequality in a column": ("an inequality", _columns(_compared)),
    "terms at different outputs": ("the largest of", _columns(_unlike)),
    "no promise": ("a property", _of(replace(SAID, columnwise=False))),
    "copies": ("copies, of which", _of(K=AnyChannel(X, Z, copies=OutputsOf("M")))),
    "chosen neighbours": ("neighbours that", _of(L=replace(L, neighbours=lambda _: []))),
    "a constant": ("a fixed channel of", _of(C=FIXED)),
    "a product": (
        "a product of channels",
        replace(_of(L=L), derived={"N": {"product": ["M", "L"]}}),
    ),
    "an order": ("a property with other", replace(_of(), parameters={"k": "order"})),
    "a map to the set of inputs": (
        "a map from outputs to the set of inputs",
        replace(_of(f=AnyChannel(OutputsOf("M"), X)), derived={"N": {"post_process": ["M", "f"]}}),
    ),
    "a hypothesis of another kind": (
        "as a map",
        replace(_of(), parameters={"eps": "loss"}, hypotheses=(LOCAL,)),
    ),
    "a property is assumed": ("a property", replace(_of(), hypotheses=(SAID,))),
    "a name that an atom may have": ("an atom may have", _of(largest0=L)),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused(name: str) -> None:
    fault, statement = REFUSED[name]
    with pytest.raises(Undecided, match=fault):
        settings_of(statement)


def test_a_setting_without_a_choice_has_no_proof() -> None:
    """Were it not known that the largest entry is one of the column, nothing would follow."""
    ((setting, steps),) = parts_of("qif.bayes-capacity.pure").values()
    kept = {k: f for k, f in setting.axioms.items() if not k.endswith(" attains")}
    with pytest.raises(RefusedError, match="attains"):
        check(Setting(kept, setting.parts, setting.goals), steps)


def test_at_eps_0_the_bound_of_the_capacity_is_not_less_than_e_to_eps() -> None:
    """n·1/(n − 1 + 1) is 1 = e⁰; with one input it is 1 at every ε."""
    assert "at most e^ε" in entry("qif.bayes-capacity.pure").words
