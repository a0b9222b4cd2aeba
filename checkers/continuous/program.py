"""A program with continuous noise on all inputs that are asked about, ready to be decided.

It crosses the border of a process as JSON data (`defs/documents/traced_documents.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain, islice, permutations
from typing import Any

from dpverify.checkers.kernel.certificates.moves import Relation, relation
from dpverify.defs.continuous.races import race_of
from dpverify.defs.continuous.referee import MOST_POINTS, Referee
from dpverify.defs.continuous.trace import EPS, Family, trace, trace_family
from dpverify.defs.documents.argmax import Argmax, read_argmax
from dpverify.defs.documents.shift import Shift
from dpverify.defs.documents.stepwise import Stepwise, read_stepwise
from dpverify.defs.documents.traced import COIN, Traced, exact
from dpverify.defs.documents.traced_documents import read_shift, read_traced
from dpverify.defs.documents.write_traced import (
    argmax_document,
    shift_document,
    stepwise_document,
    traced_document,
)
from dpverify.defs.errors import ProgramError, Undecided, UsageError
from dpverify.defs.laws.registry import CONTINUOUS, OF_INTEGERS
from dpverify.defs.moves import stated_moves
from dpverify.defs.programs.mechanism import MAX_INPUTS, Mechanism
from dpverify.defs.validate import shown

Vector = tuple[Shift, ...]
MOST_EXAMPLES = 12
"""Pairs of inputs on which a program is tried that cannot be traced on all real ones."""


@dataclass(frozen=True)
class Program:
    """A program traced on its listed inputs, and on all real ones where it says how those move.

    Args:
        eps: the number that stands for ε; 1 where no scale has the form c/ε.
        inputs, vectors: by label; `vectors` only for inputs that are numbers or lists of these.
        pairs: ordered pairs of labels, both orders of each.
        neighbours: as a channel takes them.
        moves: the text of the relation, and `family`: None where no such thing is stated.
        everywhere: whether all real inputs are asked about; none is then listed.
        compared: at how many points the referee compared program and trace; the paths of the trace,
            and how many of them it visited.
        keeps: whether the program can keep something from one run to the next.
        integers: whether its noise and its inputs are integers.
        examples: whether all real inputs are asked about and these are neighbours among them, since
            the program could not be traced on all; they can refute a claim, and show none.
        after: names of the functions that the mechanism applies to what this program releases.
        more: whether what it releases before such functions is traced as well, in another pass.
        assumptions: what every answer about it rests on, beside its trace.
        data_sets: whether its inputs are data sets, in the order of their size.
        stepwise: its steps, of a program on all real inputs that is given by them alone.
        argmax: the same of one that tells which entry is largest.
    """

    eps: Fraction
    inputs: Mapping[str, Traced]
    vectors: Mapping[str, Vector]
    pairs: tuple[tuple[str, str], ...]
    neighbours: Any
    moves: str | None = None
    family: Family | None = None
    everywhere: bool = False
    compared: Mapping[str, int] = field(default_factory=dict)
    keeps: bool = False
    integers: bool = False
    examples: bool = False
    after: tuple[str, ...] = ()
    more: bool = False
    assumptions: tuple[str, ...] = ()
    data_sets: bool = False
    stepwise: Stepwise | None = None
    argmax: Argmax | None = None

    @property
    def finite(self) -> bool:
        """Whether every output is a word alone, of a known probability: it is a channel.

        So it is where values are rounded: what lies beyond all inputs is one output.
        """
        return self.no_channel is None

    @property
    def no_channel(self) -> str | None:
        """Why a program is no finite channel, for a message; None where it is one."""
        paths = [
            path
            for traced in self.inputs.values()
            for word in traced.words.values()
            for path in word
        ]
        if not all(
            not path.released or (path.shape is not None and path.shape.step is not None)
            for path in paths
        ):
            return "it releases values with continuous noise"
        forms = chain.from_iterable((*path.conditions, *path.released) for path in paths)
        if not all(form.shift.finite for form in forms):
            return "it has inputs beyond all bounds"
        if not all(exact(one) or race_of(one) is not None for one in self.inputs.values()):
            return "its noise has a law without exact probabilities"
        return None

    @property
    def symbolic(self) -> bool:
        """Whether scales are in units of 1/ε."""
        by_steps = self.stepwise is not None and self.stepwise.symbolic
        by_argmax = self.argmax is not None and self.argmax.symbolic
        return by_steps or by_argmax or any(traced.symbolic for traced in self.inputs.values())

    @property
    def relation(self) -> Relation:
        """How neighbours move, of a program on all inputs."""
        entries = self.family.entries if self.family else ()
        entries = self.stepwise.entries if self.stepwise else entries
        entries = self.argmax.entries if self.argmax else entries
        return relation(self.moves or "", len(entries))

    def within(self, pair: tuple[str, str]) -> bool:
        """Whether two inputs are apart by a move of the relation."""
        if self.moves is None or not all(label in self.vectors for label in pair):
            return False
        return is_move(self.moves, *(self.vectors[label] for label in pair))


def is_move(moves: str, one: Vector, other: Vector) -> bool:
    """Whether the step from one input to another is one of the relation."""
    if len(one) != len(other):
        return False
    # Numbers alone are subtracted as numbers: an input may have thousands.
    pairs = [*zip(one, other, strict=True)]
    gaps = [b - a for a, b in pairs if a.gaps or b.gaps]
    numbers = [b.constant - a.constant for a, b in pairs]
    return all(gap.finite for gap in gaps) and relation(moves, len(one)).contains(numbers)


def among(program: Program, pairs: Sequence[tuple[str, str]]) -> Program:
    """The program on the inputs of these pairs alone, which are its neighbours in both orders."""
    kept = {label for pair in pairs for label in pair}
    return replace(
        program,
        inputs={label: one for label, one in program.inputs.items() if label in kept},
        vectors={label: one for label, one in program.vectors.items() if label in kept},
        pairs=tuple(both for a, b in pairs for both in ((a, b), (b, a))),
        neighbours=[list(pair) for pair in pairs],
    )


def ranged(program: Program, definition: str) -> Program:
    """The program with the pairs that a definition ranges over.

    Without the family for local-dp: what is shown for its moves is not shown for all pairs.

    Raises: UsageError for local-dp over all real inputs.
    """
    if definition != "local-dp":
        return program
    if program.everywhere or program.examples:
        raise UsageError("local-dp is about the listed inputs; leave out --all-inputs")
    return replace(program, pairs=tuple(permutations(program.inputs, 2)), family=None)


def program_of(
    found: Mechanism,
    *,
    everywhere: bool = False,
    tick: Callable[[], None] = lambda: None,
    units: Sequence[Fraction] = (),
    one_value: bool = False,
) -> Program:
    """Trace a mechanism on its inputs.

    Args: everywhere whether all real inputs are asked about; tick is called often; units and
        one_value as for `trace`.
    Raises: ProgramError for what cannot be traced; UsageError where all real inputs are asked
        about and the mechanism does not say by `moves` how far neighbours are apart;
        Undecided("bits") where it lists more inputs than are traced one by one.
    """
    moves = stated_moves(found.name, found.about.get("moves"), found.parameters)
    if everywhere and moves is None:
        raise UsageError(
            f"{found.name} does not say how far neighbours are apart where all real inputs are"
            " meant; write moves='A', 'M' or 'O' in @mechanism, or a relation of dpverify.moves"
        )
    refuse_not_positive(found)
    referee = Referee(MOST_POINTS if everywhere else MOST_POINTS // 2, tick)
    try:
        family = _family(found, everywhere, referee, one_value) if moves is not None else None
    except ProgramError as error:
        some = _examples(found, moves or "", tick, one_value)
        if some is None:
            raise error from None
        return some
    if moves is not None and family is not None:
        relation(moves, len(family.entries))  # one line where it is about other inputs
    if everywhere and family is not None:
        eps = eps_of(found, family.traced.symbolic)
        return Program(eps, {}, {}, (), [], moves, family, True, referee.account)
    if moves is not None and len(found.first_inputs(MAX_INPUTS + 1)) > MAX_INPUTS:
        # Nothing is wrong with the program: of fewer entries all would be listed.
        raise Undecided(
            "bits",
            f"{found.name} lists more than {MAX_INPUTS} inputs; list fewer, or ask about all real"
            " ones (--all-inputs, all_inputs=True)",
        )
    cases = found.cases()
    related = found.relation(cases)
    inputs = {}
    referee.spread(len(cases))
    for label, given in cases.items():
        tick()
        inputs[label] = trace(
            found, given, tick=tick, referee=referee, units=units, one_value=one_value
        )
    symbolic = any(one.symbolic for one in inputs.values())
    vectors = {label: made for label, x in cases.items() if (made := vector_of(x)) is not None}
    pairs = ordered_pairs(related, list(cases))
    return Program(
        eps_of(found, symbolic), inputs, vectors, pairs, related, moves, family,
        compared=referee.account,
    )  # fmt: skip


def _family(found: Mechanism, needed: bool, referee: Referee, one_value: bool) -> Family | None:
    try:
        return trace_family(found, tick=referee.tick, referee=referee, one_value=one_value)
    except ProgramError:
        if needed:
            raise
        return None


def _examples(
    found: Mechanism, moves: str, tick: Callable[[], None], one_value: bool
) -> Program | None:
    """The program on some neighbours, in fractions: listed ones, and what moves lead to from these.

    Returns: None where it cannot be traced on any two of them.
    """
    listed = [x for x in found.first_inputs(MOST_EXAMPLES) if (v := vector_of(x)) and _numbers(v)]
    if not listed:
        return None
    size = len(vector_of(listed[0]) or ())
    known, shape = relation(moves, size), type(listed[0])
    starts = [tuple(k.constant for k in vector_of(x) or ()) for x in listed]
    starts = [start for start in starts if len(start) == size]
    ends = [(a, b) for a in starts for b in starts if a < b]
    for start in starts:
        ends += [(start, tuple(a + m for a, m in zip(start, move, strict=True)))
                 for move in islice(known.samples(), MOST_EXAMPLES) if any(move)]  # fmt: skip
    referee, inputs = Referee(MOST_POINTS // 10, tick), dict[tuple[Fraction, ...], Traced]()
    pairs: list[tuple[str, str]] = []
    for one, other in ends:
        step = [b - a for a, b in zip(one, other, strict=True)]
        if (
            len(pairs) >= MOST_EXAMPLES
            or not known.contains(step)
            or not known.are_inputs(one, other)
        ):
            continue  # fmt: skip
        try:
            for place in {one, other} - inputs.keys():
                given = shape(place) if shape in (list, tuple) else place[0]
                inputs[place] = trace(found, given, tick=tick, referee=referee, one_value=one_value)
        except ProgramError:
            continue  # such as a division by a size of 0
        pairs.append((_label(one), _label(other)))
    if not pairs:
        return None
    named = {_label(place): place for place in inputs if any(_label(place) in p for p in pairs)}
    traced = {label: inputs[place] for label, place in named.items()}
    vectors = {label: tuple(map(Shift, place)) for label, place in named.items()}
    both = ordered_pairs([list(pair) for pair in pairs], list(named))
    symbolic = any(one.symbolic for one in traced.values())
    return Program(
        eps_of(found, symbolic), traced, vectors, both, [list(pair) for pair in pairs], moves,
        compared=referee.account, examples=True,
    )  # fmt: skip


def _numbers(vector: Vector) -> bool:
    return all(shift.finite for shift in vector)


def _label(place: tuple[Fraction, ...]) -> str:
    return f"({', '.join(map(str, place))})"


def eps_of(found: Mechanism, symbolic: bool) -> Fraction:
    """The number that stands for ε; 1 where it is no symbol."""
    if not symbolic:
        return Fraction(1)
    given = found.parameters.get(EPS, Fraction(1))
    if isinstance(given, bool) or not isinstance(given, (int, Fraction)):
        raise ProgramError(f"{found.name}: eps is {shown(given)}; give a rational number above 0")
    return Fraction(given)


def refuse_not_positive(found: Mechanism) -> None:
    """Raise a ProgramError where ε is a number that no noise of scale c/ε has."""
    given = found.parameters.get(EPS)
    if isinstance(given, (int, Fraction)) and given <= 0:
        raise ProgramError(f"{found.name}: eps is {given}; noise of scale c/eps needs eps above 0")


def vector_of(given: Any) -> Vector | None:
    """A number or a list of numbers as Shifts; None for anything else."""
    if isinstance(given, (list, tuple)):
        found = [vector_of(member) for member in given]
        return tuple(one[0] for one in found if one) if all(found) else None
    if isinstance(given, Shift):
        return (given,)
    whole = isinstance(given, (int, Fraction)) and not isinstance(given, bool)
    return (Shift(Fraction(given)),) if whole else None


def ordered_pairs(related: Any, labels: list[str]) -> tuple[tuple[str, str], ...]:
    """Both orders of each pair of a relation."""
    if related == "all":
        return tuple(permutations(labels, 2))
    if isinstance(related, str):
        raise ProgramError(f"neighbours is {shown(related)}; give 'all', pairs or a predicate")
    found: dict[tuple[str, str], None] = {}
    for a, b in related:
        if a not in labels or b not in labels or a == b:
            raise ProgramError(f"neighbours: {shown(a)}, {shown(b)} are no two inputs")
        found[(a, b)] = found[(b, a)] = None
    return tuple(found)


def to_document(program: Program) -> dict[str, Any]:
    """The program as JSON data."""
    family = program.family
    return {
        "eps": str(program.eps),
        "inputs": {label: traced_document(one) for label, one in program.inputs.items()},
        "vectors": {x: list(map(shift_document, v)) for x, v in program.vectors.items()},
        "pairs": [list(pair) for pair in program.pairs],
        "neighbours": program.neighbours,
        "moves": program.moves,
        "family": None if family is None else family_document(family),
        "everywhere": program.everywhere,
        "compared": dict(program.compared),
        "keeps": program.keeps,
        "integers": program.integers,
        "examples": program.examples,
        "after": list(program.after),
        "more": program.more,
        "assumptions": list(program.assumptions),
        "data_sets": program.data_sets,
        "stepwise": None if program.stepwise is None else stepwise_document(program.stepwise),
        "argmax": None if program.argmax is None else argmax_document(program.argmax),
    }


def from_document(given: Mapping[str, Any]) -> Program:
    """The program that `to_document` wrote."""
    family = given["family"]
    laws = (*OF_INTEGERS,) if given["integers"] else (*CONTINUOUS, COIN)
    return Program(
        Fraction(given["eps"]),
        {x: read_traced(one, laws, one_value=True) for x, one in given["inputs"].items()},
        {label: tuple(map(read_shift, v)) for label, v in given["vectors"].items()},
        tuple((a, b) for a, b in given["pairs"]),
        given["neighbours"],
        given["moves"],
        None
        if family is None
        else Family(read_traced(family["traced"], laws, one_value=True), tuple(family["entries"])),
        given["everywhere"],
        given["compared"],
        given["keeps"],
        given["integers"],
        given["examples"],
        tuple(given["after"]),
        given["more"],
        tuple(given["assumptions"]),
        given["data_sets"],
        None if given["stepwise"] is None else read_stepwise(given["stepwise"]),
        None if given["argmax"] is None else read_argmax(given["argmax"]),
    )


def family_document(family: Family) -> dict[str, Any]:
    """A program on all real inputs as JSON data."""
    return {"entries": list(family.entries), "traced": traced_document(family.traced)}
