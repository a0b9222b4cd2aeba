"""A statement about channels: hypotheses and a conclusion, for all objects and parameters.

It is ONE object with several readers: the generated test (`generate`, `instances`), the bounded
formula (`formula`), and the text in reports (`words`). What must never change: no reader keeps a
second copy of what the statement says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

from dpverify.checkers.kernel.numbers import NumberClaim
from dpverify.defs.channel import Channel
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Number
from dpverify.defs.validate import shown
from dpverify.proofs.expressions import Kind
from dpverify.proofs.labels import Constant, Ends, Labels, Part, Relation, Shape
from dpverify.proofs.selections import Selection

Form = Mapping[str, Any]
Channels = Mapping[str, Channel]
Numbers = Mapping[str, Number]


@dataclass(frozen=True)
class AnyChannel:
    """A channel over which the statement quantifies.

    With `copies` there is one for each label of a set, named N1, N2, …; a composition refers to
    all of them as `N*`.

    Args: inputs and outputs sets of labels; neighbours which of the inputs are; text what the
        statement in words calls it.
    """

    inputs: Labels
    outputs: Labels
    neighbours: Relation = "all"
    text: str = "channel"
    copies: Labels | None = None


@dataclass(frozen=True)
class FixedChannel:
    """A channel that the shape determines, such as the selection of a block of records.

    Args: build makes it from the sizes by name; text what the statement in words calls it; made_of
        what it is, where a proof for all sizes is to know it.
    """

    build: Callable[[Shape], Channel]
    text: str
    made_of: Constant | Ends | Part | None = None


def known(made_of: Constant | Ends | Part, text: str) -> FixedChannel:
    """The fixed channel that is known to be constant, or a choice of ends, or of a part."""
    return FixedChannel(made_of.channel, text, made_of)


@dataclass(frozen=True)
class Claim:
    """That the object `of` satisfies a definition, with parameters as expressions (`given`).

    The definition is one of `dpverify.defs.definitions` or a comparison of
    `dpverify.defs.comparisons`. `of` may be `N*`, all copies of an object. `form` names a form of
    `dpverify.proofs.forms`; `swapped` exchanges the two inputs of each ordered pair. `tuned` gives,
    from the quantity of a comparison and the parameters, the parameters that make its bound tight,
    so that generation can.
    """

    of: str
    definition: str
    given: Mapping[str, str]
    form: str = "outputs"
    swapped: bool = False
    tuned: Callable[[Number, Mapping[str, Number]], Mapping[str, Number]] | None = None


Rows = tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class NumberWitness:
    """What a property says of numbers alone, with the numbers that are to refute it.

    Args:
        claim: implied by the property, so that who refutes it refutes the property.
        values: of each name of the claim; a proposal, which the kernel checks.
        cells: into how many the interval of `claim.some` is to be cut.
    """

    claim: NumberClaim
    values: Mapping[str, str]
    cells: int | None = None


Case = Mapping[str, str]


@dataclass(frozen=True)
class Cases:
    """A computation, case by case: what is listed for readers is what the predicate gets.

    Args:
        listed: each case, texts by name, such as {"n": "2", "E": "1/2"}.
        hold: from the fixed channels and one case, exactly; it has no other numbers. False says
            that the words fail: where a bound does not show them it raises `Undecided`.

    Raises: UsageError without a case, or where the cases do not have the same names.
    """

    listed: tuple[Case, ...]
    hold: Callable[[Channels, Case], bool]

    def __post_init__(self) -> None:
        if not self.listed or len({tuple(case) for case in self.listed}) != 1:
            raise UsageError("a computation needs at least one case, and the same names in each")

    @property
    def texts(self) -> tuple[str, ...]:
        """Each case in words, such as "n = 2, E = 1/2"."""
        return tuple(
            ", ".join(f"{name} = {value}" for name, value in case.items()) for case in self.listed
        )

    def all_hold(self, channels: Channels) -> bool:
        """Whether the predicate holds in every case."""
        return all(self.hold(channels, case) for case in self.listed)


@dataclass(frozen=True)
class Follows:
    """What a conclusion rests on beside its computation; none of it is checked here.

    Args:
        theorem: author, year and number of the theorem that is cited.
        computed: which number is computed, and what it has to be.
        not_computed: each step between the two that nobody computes here.
    """

    theorem: str
    computed: str
    not_computed: str


@dataclass(frozen=True)
class Property:
    """An exact statement about a whole instance that no inequality for each pair says.

    Of `form`, `computed` and `holds` there is one. What is said of cases is generated from them:
    `words` and `formula` name the numbers of a single case in braces, and {cases} stands for the
    list; what they do not name is added. Raises: UsageError otherwise.

    Args:
        words: what is said, to follow "then".
        formula: the same in symbols.
        form: by a `dpverify.defs.logic.Logic`, from the rows of every object and the term of every
            parameter (of a loss: its odds), so that it is decided exactly and asked of a solver.
        holds: where there is no such form, from all objects and parameters, exactly; of generated
            instances alone, so that a statement in which nothing varies lists `computed` cases.
        computed: where nothing varies and there is no form, the cases that are computed.
        follows: the cited theorem from which the words follow, where the cases alone do not show
            them.
        recordwise: whether the form treats every row of an object by itself and in the same way,
            and joins rows by sums, `count` and "for all" only, so that one row stands for all.
        columnwise: whether the form treats every column of an object (the entries of one output) by
            itself and in the same way, joins the entries of a column by `largest` and `count` only,
            and columns by sums and by "for all" only, so that one column and one row stand for all.
        met: from an instance's channels and parameters, others for which a hypothesis that is
            seldom met by chance holds; generation tries them too, and then asks the hypothesis.
        numbers: for a property that fails, a claim about numbers which the kernel can refute.
        selection: what algorithm with noise it speaks of, for a proof; `holds` is made of it.
    """

    words: str
    formula: str
    form: Callable[[Mapping[str, Rows], Mapping[str, Any], Any], Any] | None = None
    holds: Callable[[Mapping[str, Channel], Mapping[str, Number]], bool] | None = None
    computed: Cases | None = None
    follows: Follows | None = None
    recordwise: bool = False
    columnwise: bool = False
    met: Callable[[Channels, Numbers], tuple[Channels, Numbers]] | None = None
    numbers: NumberWitness | None = None
    selection: Selection | None = None

    def __post_init__(self) -> None:
        ways = (self.form, self.holds, self.computed)
        if sum(way is not None for way in ways) != 1:
            raise UsageError(
                f"the property {self.words[:60]!r} needs one of `form`, `computed` and `holds`"
            )
        if self.follows is not None and self.computed is None:
            raise UsageError(
                f"the property {self.words[:60]!r} follows from a theorem and no computed number;"
                " give `computed`"
            )
        if self.computed is not None:
            object.__setattr__(self, "words", _filled(self.words, self.computed, spoken=True))
            object.__setattr__(self, "formula", _filled(self.formula, self.computed))


def _filled(template: str, cases: Cases, *, spoken: bool = False) -> str:
    """A text with the numbers of its cases; in words, all of them are in it."""
    listing = "; ".join(cases.texts)
    single = cases.listed[0] if len(cases.listed) == 1 else {}
    named = {name for _, name, _, _ in Formatter().parse(template) if name is not None}
    unknown = named - {"cases", *single}
    if unknown:
        raise UsageError(
            f"the text {template[:60]!r} names {min(unknown)!r}, which is no number of a single"
            " case; write {cases} where there are several"
        )
    text = template.format_map({**single, "cases": listing})
    stated = "cases" in named or (single and named >= single.keys())
    return text if stated or not spoken else f"{text}; computed for {listing}"


@dataclass(frozen=True)
class Equivalent:
    """For each ordered pair of neighbours, the claims are all true or all false."""

    claims: tuple[Claim, ...]


@dataclass(frozen=True)
class Statement:
    """For all objects and parameters: if every hypothesis holds, so does the conclusion.

    Args:
        objects: by name, what the statement quantifies over, and fixed channels.
        derived: by name, compositions as in a refutation file; arguments are names of objects,
            expressions in the parameters where a probability is expected, or `N*`. Beyond those,
            `{"fold": [composition, [names]]}` composes from left to right.
        parameters: "loss" (ε ≥ 0), "value" (in [0, 1]), "order" (an integer ≥ 2) or "count" (one
            ≥ 1) by name.
        hypotheses: claims and properties that are assumed.
        conclusion: a claim, a property, or that several claims are equivalent.
        sizes: by key of the shape, the smallest and largest size to generate.
        fixed: sizes that do not vary although one might think so, in words such as "B of 2 values";
            each stands in the scope of a status.
    """

    objects: Mapping[str, AnyChannel | FixedChannel]
    parameters: Mapping[str, Kind]
    conclusion: Claim | Equivalent | Property
    hypotheses: tuple[Claim | Property, ...] = ()
    derived: Mapping[str, Form] = field(default_factory=dict)
    sizes: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    fixed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for part in (*self.hypotheses, self.conclusion):
            if isinstance(part, Property) and part.holds is not None and self.nothing_varies:
                raise UsageError(
                    f"nothing varies in what is said of {part.words[:60]!r}: list the cases that"
                    " are computed, by `computed=Cases(…)`"
                )
            if isinstance(part, Property) and part.computed and not self.nothing_varies:
                raise UsageError(
                    f"objects or parameters vary in what is said of {part.words[:60]!r}: cases"
                    " would say less; give a `form` or `holds`"
                )
        copied = {n for n, o in self.objects.items() if isinstance(o, AnyChannel) and o.copies}
        known = {*self.objects, *self.derived}
        for claim in (*self.assumed, *self.concluded):
            if claim.of not in known and claim.of.rstrip("*0123456789") not in copied:
                raise UsageError(f"a claim is about {shown(claim.of)}, which is no object")

    @property
    def nothing_varies(self) -> bool:
        """Whether no channel, parameter or size is quantified over: it is a computation.

        The words of a statement in which nothing varies may speak of every n all the same; then
        they follow from its computation by a theorem that is cited (`Property.follows`).
        """
        quantified = any(isinstance(given, AnyChannel) for given in self.objects.values())
        return not (quantified or self.parameters or self.sizes)

    @property
    def follows(self) -> Follows | None:
        """The cited theorem from which the conclusion follows, if there is one."""
        return self.conclusion.follows if isinstance(self.conclusion, Property) else None

    @property
    def cases(self) -> tuple[str, ...]:
        """What is computed where nothing varies: the cases, or the one instance there is."""
        if not self.nothing_varies:
            return ()
        if isinstance(self.conclusion, Property) and self.conclusion.computed is not None:
            return self.conclusion.computed.texts
        channels = {
            name: given.build({})
            for name, given in self.objects.items()
            if isinstance(given, FixedChannel)
        }
        fixed = [
            f"{name} of {len(channel.inputs)} inputs and {len(channel.outputs)} outputs"
            for name, channel in channels.items()
        ]
        return (", ".join(fixed),)

    @property
    def assumed(self) -> tuple[Claim, ...]:
        """The claims among the hypotheses."""
        return tuple(hypothesis for hypothesis in self.hypotheses if isinstance(hypothesis, Claim))

    @property
    def concluded(self) -> tuple[Claim, ...]:
        """The claims of the conclusion; none where it is a property."""
        match self.conclusion:
            case Equivalent(claims=claims):
                return claims
            case Claim() as claim:
                return (claim,)
        return ()
