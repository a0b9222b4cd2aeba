"""What is decided of what: each definition asked about one small subject of each kind.

What must never change: no cell is written by hand. Each one is what `measure`, or `check` where
nothing is measured, answers here and now, or the reason of the refusal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from dpverify.checkers.all_eps.decide import FamilyClaim, check_family
from dpverify.checkers.all_eps.line import Range
from dpverify.checkers.answers.lists import Answered, ListedCell
from dpverify.checkers.bounds import Bounds
from dpverify.checkers.decide import check, measure
from dpverify.checkers.programs.decide import check_program, measure_program
from dpverify.checkers.programs.passes import passes
from dpverify.checkers.unsupported import of_other_subjects
from dpverify.checkers.verdict import Measured, Result, Verdict
from dpverify.defs.channel import Channel
from dpverify.defs.definitions import LocalDP, registry
from dpverify.defs.definitions.registry import DEFINITIONS, about_attackers
from dpverify.defs.errors import InputError, Undecided, UsageError
from dpverify.defs.io import scenario_from_document
from dpverify.defs.knowledge.scenario import Scenario
from dpverify.defs.laws.registry import CONTINUOUS, OF_INTEGERS, noise_law
from dpverify.defs.numbers import number_text
from dpverify.defs.programs import Mechanism, mechanism
from dpverify.defs.symbolic.family import Family
from dpverify.defs.symbolic.formal import formal

SECONDS: Final = 60.0
"""The limit of one question; each takes a fraction of a second, on a loaded machine several."""
RANGES: Final[Mapping[str, Mapping[str, str]]] = {
    "pure-dp": {"eps": "eps"},
    "local-dp": {"eps": "eps"},
    "approx-dp": {"eps": "eps/2", "delta": "1/2"},
}
"""The claims about a family, for every ε > 0."""


@dataclass(frozen=True)
class Kind:
    """A kind of subject, and one small example of it.

    Args: title what the kind is; example how it is written in short; make the example; all_inputs
        whether the question is about all inputs, those listed being examples.
    """

    title: str
    example: str
    make: Callable[[], Any]
    all_inputs: bool = False


@dataclass(frozen=True)
class Cell:
    """What is answered where one definition is asked about one kind of subject.

    Args: definition its name; kind the title; answer "exact", "enclosed", "claims" (some claims are
        decided, nothing is measured), "unsupported" or "undefined"; value what is measured, or the
        verdicts about a wide and a narrow claim; rechecked whether the kernel accepted the very
        document; reason why it did not, or why there is no answer.
    """

    definition: str
    kind: str
    answer: Answered
    value: str = ""
    rechecked: bool = False
    reason: str = ""

    def listed(self) -> ListedCell:
        """The cell as a list holds it."""
        rechecked: Literal["yes", "no"] = "yes" if self.rechecked else "no"
        return ListedCell(
            self.definition, self.kind, self.answer, self.value, rechecked, self.reason
        )


class _Asked:
    """A channel or a scenario, to be asked about many definitions."""

    def __init__(self, subject: Any) -> None:
        self.subject = subject

    def check(self, claim: Any) -> Verdict:
        """The verdict about a claim."""
        return check(self.subject, claim, time_limit=SECONDS)

    def measure(self, definition: str, given: Mapping[str, Any]) -> Measured:
        """The smallest value of the last parameter."""
        return measure(self.subject, definition, time_limit=SECONDS, **given)


class _AskedProgram(_Asked):
    """A program, which is traced or enumerated once for all definitions."""

    def __init__(self, subject: Mechanism, everywhere: bool) -> None:
        super().__init__(subject)
        self.everywhere = everywhere
        self.read: list[Any] = []
        self.more = passes(subject, everywhere=everywhere, tick=lambda: None)
        self.refusal: InputError | None = None

    def check(self, claim: Any) -> Verdict:
        """The verdict about a claim."""
        return check_program(
            self._passes(), claim, source="program", time_limit=SECONDS, everywhere=self.everywhere
        )

    def measure(self, definition: str, given: Mapping[str, Any]) -> Measured:
        """The smallest value of the last parameter."""
        return measure_program(
            self._passes(), definition, source="program", time_limit=SECONDS,
            everywhere=self.everywhere, **given,
        )  # fmt: skip

    def _passes(self) -> Iterator[Any]:
        """The passes from the first on; those that were made already are not made again."""
        yield from self.read
        if self.refusal is not None:  # the generator ended with it, and would be empty now
            raise self.refusal
        try:
            for enumeration in self.more:
                self.read.append(enumeration)
                yield enumeration
        except InputError as wrong:
            self.refusal = wrong
            raise


def cells(
    kinds: Iterable[str] | None = None, definitions: Iterable[str] | None = None
) -> Iterator[Cell]:
    """The cells of the table, kind by kind.

    Args: kinds titles of kinds of subjects; definitions names; None for all.
    """
    named = list(DEFINITIONS if definitions is None else definitions)
    for title in KINDS if kinds is None else kinds:
        subject = _asked(KINDS[title])
        for definition in named:
            yield _cell(KINDS[title], subject, definition)


def grouped(table: Iterable[Cell]) -> list[dict[str, str]]:
    """The table in few rows: of each kind, the definitions that are answered in the same way.

    A reason that names its definition says "it" instead, so that several may share it.
    """
    rows: dict[tuple[str, str, str, str], list[str]] = {}
    for cell in table:
        reason = cell.reason.replace(f". {cell.definition}: ", ": ")
        for name in (f"'{cell.definition}'", cell.definition):
            reason = reason.replace(name, "it")
        rechecked = "yes" if cell.rechecked else "no"
        key = (cell.kind, cell.answer, rechecked if cell.value else "", reason)
        rows.setdefault(key, []).append(cell.definition)
    return [
        {
            "subject": kind,
            "definitions": ", ".join(names),
            "answer": answer,
            "re-checked": rechecked,
            "reason": reason,
        }
        for (kind, answer, rechecked, reason), names in rows.items()
    ]


def _asked(kind: Kind) -> _Asked | Family:
    subject = kind.make()
    if isinstance(subject, Family):
        return subject
    return (
        _AskedProgram(subject, kind.all_inputs)
        if isinstance(subject, Mechanism)
        else _Asked(subject)
    )


def _cell(kind: Kind, subject: _Asked | Family, definition: str) -> Cell:
    if isinstance(subject, Family):
        return _of_family(kind, subject, definition)
    try:
        given = DEFINITIONS[definition].measured_at
        if not DEFINITIONS[definition].parameters and definition in about_attackers():
            return _of_claims(kind, subject, definition, "")
        result = subject.measure(definition, given)
    except Undecided as stop:
        return _of_claims(kind, subject, definition, stop.text)
    except InputError as wrong:
        return _undefined(kind, definition, wrong)
    numbers = result.tight.values()
    balls = result.evidence == "enclosure" or any(isinstance(n, Bounds) for n in numbers)
    value = ", ".join(f"{name} {_text(number)}" for name, number in result.tight.items())
    answer: Answered = "enclosed" if balls else "exact"
    return _answered(kind, definition, answer, value or "a function", result)


def _of_family(kind: Kind, family: Family, definition: str) -> Cell:
    """A range of ε: one claim for every ε; nothing is measured."""
    try:
        claim = FamilyClaim(definition, RANGES.get(definition, {}))
    except InputError as wrong:
        return _undefined(kind, definition, wrong)
    found = check_family(family, claim, Range(), time_limit=SECONDS)
    verdict = "holds" if found.holds else "fails in part"
    why = found.not_rechecked
    return Cell(definition, kind.title, "exact", verdict, why is None, why or "")


def _of_claims(kind: Kind, subject: _Asked, definition: str, refusal: str) -> Cell:
    """Where nothing is measured: whether a wide or a narrow claim is decided."""
    verdicts: dict[str, Verdict] = {}
    for given in (DEFINITIONS[definition].wide, DEFINITIONS[definition].narrow):
        try:
            verdict = subject.check(registry.definition(definition, **given))
        except InputError as wrong:
            return _undefined(kind, definition, wrong)
        if verdict.name != "unknown":
            verdicts.setdefault(verdict.name, verdict)
    if not verdicts:
        return Cell(definition, kind.title, "unsupported", reason=refusal)
    if not refusal:  # a definition without parameters: the verdict is the answer
        (only,) = verdicts.values()
        return _answered(kind, definition, "exact", only.name, only)
    unchecked = [verdict.not_rechecked for verdict in verdicts.values() if verdict.not_rechecked]
    reason = "; ".join([*unchecked, f"not measured: {refusal}"])
    decided = " and ".join(sorted(verdicts, reverse=True))
    return Cell(definition, kind.title, "claims", decided, not unchecked, reason)


def _answered(kind: Kind, definition: str, answer: Answered, value: str, result: Result) -> Cell:
    why = result.not_rechecked
    return Cell(definition, kind.title, answer, value, why is None, why or "")


def _undefined(kind: Kind, definition: str, wrong: InputError) -> Cell:
    """The question makes no sense, or the program is none that can be traced."""
    if definition in about_attackers() and isinstance(wrong, UsageError):
        return Cell(definition, kind.title, "undefined", reason=of_other_subjects(definition))
    about_scenarios = isinstance(kind.make(), Scenario)
    about_listed = definition == LocalDP.name and kind.all_inputs and isinstance(wrong, UsageError)
    undefined = about_scenarios or about_listed
    answer: Answered = "undefined" if undefined else "unsupported"
    return Cell(definition, kind.title, answer, reason=str(wrong))


def _text(number: Any) -> str:
    if isinstance(number, Bounds):
        return "≥ 0" if number.upper is None else f"≈ {float(number.upper):.6g}"
    return f"= {number_text(number)}"


def _channel() -> Channel:
    half = ["1/2", "1/2"]
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    return Channel(["0", "1"], ["0", "1"], rows, prior=half, distance=[[0, 1], [1, 0]])


def _family() -> Family:
    true, false = formal("exp(eps)/(1+exp(eps))"), formal("1/(1+exp(eps))")
    return Family(("0", "1"), ("0", "1"), ((true, false), (false, true)))


def _scenario() -> Any:
    return scenario_from_document({
        "schema": "dpverify.scenario/1.0",
        "records": [{"count": 3, "values": {"0": "3/4", "1": "1/4"}}],
        "known": {"count": 1},
        "mechanism": {"name": "thresholded-count", "threshold": 1},
    })  # fmt: skip


def flipped(x: Any, draw: Any) -> Any:
    """Randomised response."""
    return x if draw.flip("3/4") else 1 - x


def laplace_word(x: Any, draw: Any) -> Any:
    """A comparison with Laplace noise."""
    return x + draw.laplace(1) >= 0


def gaussian_word(x: Any, draw: Any) -> Any:
    """A comparison with Gaussian noise."""
    return x + draw.gaussian(1) >= 0


def sum_and_count(x: Any, draw: Any) -> Any:
    """Two values with noise of their own."""
    return x + draw.laplace(1), x + draw.laplace(2)


def quotient(values: Any) -> Any:
    """What is made of both once they are released; the second is 0 with probability 0."""
    return values[0] / values[1]


def divided(x: Any, draw: Any) -> Any:
    """A value with noise, divided by a number that depends on the input."""
    return (x + draw.laplace(1)) / (x + 1)


def released(draw_name: str, arguments: Sequence[Any]) -> Callable[..., Any]:
    """A value with noise."""

    def value(x: Any, draw: Any) -> Any:
        return x + getattr(draw, draw_name)(*arguments)

    return value


def _program(function: Callable[..., Any]) -> Callable[[], Any]:
    return lambda: mechanism(inputs=[0, 1], neighbours="all", moves="A")(function)


def _kinds() -> Iterator[Kind]:
    """Every kind; those with noise twice, on the listed and on all inputs."""
    yield Kind("a finite channel", "2 inputs, 2 outputs", _channel)
    yield Kind("a program enumerated whole", "x if flip(3/4) else 1 - x", _program(flipped))
    compared = (
        ("a comparison with Laplace noise", "x + laplace(1) >= 0", "real", laplace_word),
        ("a comparison with Gaussian noise", "x + gaussian(1) >= 0", "real", gaussian_word),
    )
    noisy = (*_released(CONTINUOUS, "real"), *compared, *_released(OF_INTEGERS, "integer"))
    for title, example, numbers, function in noisy:
        yield Kind(f"{title}, listed inputs", example, _program(function))
        everywhere = f"{title}, all {numbers} inputs"
        yield Kind(everywhere, example, _program(function), all_inputs=True)
    divisions = (
        (
            "a noisy quotient",
            "a / b with a = x + laplace(1), b = x + laplace(2), by what (a, b) tells",
            lambda: _program(sum_and_count)().then(quotient),
        ),
        ("noise divided by a private number", "(x + laplace(1)) / (x + 1)", _program(divided)),
    )
    for title, example, make in divisions:
        yield Kind(f"{title}, listed inputs", example, make)
        yield Kind(f"{title}, all real inputs", example, make, all_inputs=True)
    yield Kind("a range of ε", "randomised response with ε, all ε > 0", _family)
    yield Kind("a scenario", "3 records, 1 known, a thresholded count", _scenario)


def _released(
    laws: Mapping[str, str], numbers: str
) -> Iterator[tuple[str, str, str, Callable[..., Any]]]:
    """A value with the noise of each law that is registered: nothing is written here by hand."""
    for name in laws:
        whole = numbers == "integer"
        law, draw_name = noise_law(name, whole=whole), OF_INTEGERS[name] if whole else name
        arguments = ", ".join(map(str, law.example))
        example = f"x + {draw_name}({arguments})"
        yield law.title, example, numbers, released(draw_name, law.example)


KINDS: Final[dict[str, Kind]] = {kind.title: kind for kind in _kinds()}
