"""A proof for all sizes, told to a reader: what is given, each step and why it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, assert_never

from dpverify.checkers.answers.codec import encode
from dpverify.checkers.answers.proofs import (
    Cancelled,
    Cases,
    Lemma,
    PositivePart,
    Square,
    Summed,
    read_proof,
)
from dpverify.proofs.columnwise import is_columnwise
from dpverify.proofs.expressions import symbols
from dpverify.proofs.finding import setting_from
from dpverify.proofs.induction import SO_FAR, SUM, induction
from dpverify.proofs.kernel import Fact, Facts
from dpverify.proofs.lemma_questions import branches
from dpverify.proofs.noise import is_about_outputs, is_selection
from dpverify.proofs.recordwise import is_recordwise
from dpverify.proofs.setting import settings_of
from dpverify.proofs.words import formula_text
from dpverify.reports.claim import sentence
from dpverify.reports.model import Display, Formula, Report, Section, Table, code, paragraph, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from dpverify.checkers.answers.proofs import Reference, Step, StoredProof
    from dpverify.checkers.answers.suites import Recheck
    from dpverify.proofs.entry import Entry
    from dpverify.proofs.kernel import Setting
    from dpverify.proofs.sums import Key, Sum
    from dpverify.reports.model import Block, Cells

WHY = {
    "lemma": "Pointwise lemma: the claim is the combination below, an identity of polynomials.",
    "sum": "Sum of the fact named, over all outputs.",
    "positive-part": "Case split: the positive part is 0 or what it is the positive part of.",
    "cancel": "Division by a factor that is greater than 0.",
    "cases": "Both cases: the number is greater than 0, or it is 0.",
    "square": "A square is not negative.",
}


ABOUT_LAWS = (
    "x, x' are any two neighbours; P.M and Q.M are the laws of M on x and on x', e^ε is"
    " written for the odds, and outputs range over finite sets of any size."
)
ABOUT_RECORDS = (
    "i is any one of finitely many records or coordinates; C.1[i] is the number that C has there,"
    " and C.0[i] is 1 − C.1[i]."
)
ABOUT_COLUMNS = (
    "M[x,y] is the probability of output y on input x; there are finitely many of both, and a sum"
    " of 1 over inputs is their number. largest0[y] is the largest entry of a column, and"
    " choice0[x,y] is 1 for one input at which it is attained, and 0 elsewhere."
)
ABOUT_NOISE = (
    "w is the noise of all queries, and of the threshold, one point of a countable set, and mass[w]"
    " its probability. X[i] is the answer to query i on the first database, X[i] + D[i] on the"
    " second. first[w,i] is 1 where i is released on the first, else 0, second[w,i] on the other;"
    " event-there[w,i] is second, and moved-there[w,i] is mass, at the noise to which w is moved."
)
ABOUT_OUTPUTS = (
    "w is the noise of all queries, and of every threshold, one point of a countable set, and"
    " mass[w] its probability; a^c is the c-th power of a. X[i] is the answer to query i on the"
    " first database, X[i] + D[i] on the second. Some output is given: above[i] is 1 where it says"
    " that query i reaches the threshold, below[i] where it says the contrary, unasked[i] where it"
    " ends before. first[w] is 1 where it is what the first database releases, else 0, second[w] on"
    " the other; event-there[w] is second, and moved-there[w] is mass, at the noise to which w is"
    " moved."
)


def proof_report(entry: Entry, proof: StoredProof) -> Report:
    """Return the proof of an entry as a page.

    Args:
        entry: the entry whose statement is proved.
        proof: its stored proof, already accepted by the proof kernel.
    """
    about = ABOUT_RECORDS if is_recordwise(entry.statement) else ABOUT_LAWS
    about = ABOUT_COLUMNS if is_columnwise(entry.statement) else about
    about = ABOUT_NOISE if is_selection(entry.statement) else about
    about = ABOUT_OUTPUTS if is_about_outputs(entry.statement) else about
    notes = (paragraph(about, label="Notation"), *_by_induction(entry))
    return _told(entry.words, settings_of(entry.statement), proof, notes)


def own_proof_report(words: str, document: Mapping[str, Any]) -> Report:
    """Return the proof of a user's entry as a page, told from its document alone.

    Args:
        words: the statement in words.
        document: its proof, of which the proof kernel has checked that the steps lead to the goals.
    """
    settings = {name: setting_from(form) for name, form in document["settings"].items()}
    texts = [str(fact.expr) for s in settings.values() for fact in s.axioms.values()]
    about = ABOUT_LAWS if any("P." in text for text in texts) else ABOUT_RECORDS
    about = ABOUT_COLUMNS if any("choice0" in text for text in texts) else about
    about = ABOUT_NOISE if any("mass[" in text for text in texts) else about
    about = ABOUT_OUTPUTS if any("unasked[" in text for text in texts) else about
    notes = (paragraph(about, label="Notation"),)
    return _told(words, settings, read_proof(document), notes)


def _told(
    words: str, settings: Mapping[str, Setting], proof: StoredProof, notes: tuple[Block, ...]
) -> Report:
    count = sum(len(steps) for steps in proof.steps.values())
    blocks: tuple[Block, ...] = (
        paragraph(sentence(words), label="Statement"),
        Formula(tuple(proof.formula.splitlines())),
        *notes,
        *(
            section
            for name, setting in settings.items()
            for section in _direction(name, setting, proof.steps[name])
        ),
        paragraph(f"{count} steps, each re-checked by the proof kernel.", label="Evidence"),
    )
    return Report(("Proof of ", code(proof.entry)), blocks)


def proofs_report(proofs: Sequence[Report]) -> Report:
    """Return the pages of several proofs as one, each a section."""
    return Report(("Proofs",), tuple(Section(plain(one.title), one.blocks) for one in proofs))


def recheck_report(recheck: Recheck) -> Report:
    """Return what solvers said of the lemmas of stored proofs, a line for each proof."""
    proofs = recheck.entries
    solvers = list(dict.fromkeys(name for proof in proofs for name in proof.confirmed))
    lines: tuple[Cells, ...] = tuple(
        (code(proof.id), str(proof.lemmas), *(str(proof.confirmed[name]) for name in solvers))
        for proof in proofs
    )
    columns = ("id", "lemmas", *(f"confirmed by {name}" for name in solvers))
    remarks = (
        paragraph(code(proof.id), ": left open: ", ", ".join(proof.left_open))
        for proof in proofs
        if proof.left_open
    )
    faults = (
        paragraph(code(proof.id), f": {count} models of {name} do not satisfy their question")
        for proof in proofs
        for name, count in proof.faults.items()
    )
    return Report(("Lemmas, asked of solvers",), (Table(columns, lines), *remarks, *faults))


def _by_induction(entry: Entry) -> Iterator[Block]:
    """What is shown in place of a statement about n."""
    both = induction(entry.statement)
    if both is not None:
        base, step = formula_text(both.base), formula_text(both.step)
        why = (
            f"By induction over {both.count}: the base says it for one, the step for one more;"
            f" {SO_FAR} is what {both.count} of them make"
        )
        why += f", and {SUM} a sum over i < {both.count}." * (step.count(SUM) > 1) or "."
        yield paragraph(why, label="Induction")
        yield Display((f"base: {base}", f"step: {step}"))


def _direction(name: str, setting: Setting, steps: Sequence[Step]) -> Iterator[Section]:
    """One proof; of an equivalence there is one for each direction, "0 implies 1" by position."""
    where = f": claim {name}" if name else ""
    yield Section(f"Given{where}", (Display(tuple(_given(setting, steps))),))
    yield Section("Steps", tuple(_steps(Facts(setting), steps)))
    yield Section("Conclusion", (Display(tuple(_fact(goal) for goal in setting.goals)),))


def _given(setting: Setting, steps: Sequence[Step]) -> Iterator[str]:
    """The axioms that the proof uses, and what its positive parts stand for."""
    used = {name_of(reference) for step in steps for reference in references(step)}
    for name, (indices, a) in setting.parts.items():
        if any(name in text for text in (*used, *(str(encode(step)) for step in steps))):
            yield f"{name}[{','.join(indices)}] = max(0, {_text(a)})"
    for name, fact in setting.axioms.items():
        if name in used:
            yield f"({name})  {_fact(fact)}"


def references(step: Step) -> Iterator[Reference]:
    """The facts that a step refers to, each by name or with index variables replaced."""
    match step:
        case Lemma():
            for _, factors in step.products or ():
                yield from factors
            yield from (reference for _, reference in step.multiples)
        case Cases():
            for inner in (*step.positive, *step.zero):
                yield from references(inner)
            yield step.on
        case _:
            yield from _named(step)


def _named(step: Step) -> tuple[Reference, ...]:
    """The facts that a step names beside the products and multiples of a lemma."""
    match step:
        case Lemma() | Square():
            return ()
        case Summed():
            return (step.of,)
        case PositivePart():
            return (step.zero, step.above)
        case Cancelled():
            return (step.of, step.factor)
        case Cases():
            return (step.on,)
        case _:
            assert_never(step)


def name_of(reference: Reference) -> str:
    """The name of the fact that is referred to."""
    return reference if isinstance(reference, str) else reference[0]


def _referred(reference: Reference) -> str:
    """A reference in brackets, such as (hypothesis 0 at y' for y)."""
    if isinstance(reference, str):
        return f"({reference})"
    name, renaming = reference
    return f"({name}, {', '.join(f'{new} for {old}' for old, new in renaming.items())})"


def _steps(facts: Facts, steps: Sequence[Step]) -> Iterator[Block]:
    for step in steps:
        document = encode(step)  # what the kernel reads
        if isinstance(step, Cases):
            inner = {"positive": step.positive, "zero": step.zero}
            for name, (assumed, fact) in branches(document, facts):
                yield paragraph(f"Assume {_fact(fact)}.", label=assumed)
                yield from _steps(facts.assuming(assumed, fact), inner[name])
        fact = facts.add(document)
        yield paragraph(WHY[step.by], label=step.name)
        yield Display((_fact(fact), *_because(step)))


def _because(step: Step) -> Iterator[str]:
    if not isinstance(step, Lemma):
        named = _named(step)
        yield from ["  from " + ", ".join(map(_referred, named))] * bool(named)
        return
    for coefficient, names in step.products or ():
        factors = "·".join(map(_referred, names)) or "1"
        yield f"  + {coefficient} · {factors}"
    for _, reference in step.multiples:
        yield f"  + a multiple of {_referred(reference)}"


def _fact(fact: Fact) -> str:
    relation = {">=": "≥", ">": ">", "=": "="}[fact.relation]
    every = f"for all {', '.join(fact.free)}: " if fact.free else ""
    return f"{every}{_text(fact.expr)} {relation} 0"


def _text(expression: Sum) -> str:
    """An expression with its bound index variables named after their sets."""
    terms = [_term(key, c, expression.free()) for key, c in sorted(expression.terms.items())]
    return " + ".join(terms).replace("+ -", "- ") or "0"


def _term(key: Key, coefficient: Any, taken: set[str]) -> str:
    bound, monomial = key
    names: dict[str, str] = {}
    for variable, sort in bound:
        fresh = sort
        while fresh in taken or fresh in names.values():
            fresh += "'"
        names[variable] = fresh
    factors = []
    for (name, indices), power in monomial:
        places = f"[{','.join(names.get(v, v) for v in indices)}]" if indices else ""
        factors.append(f"{_symbol(name)}{places}" + (f"^{power}" if power > 1 else ""))
    size = abs(coefficient)
    head = [str(size)] if size != 1 or not factors else []
    sums = f"Σ_{','.join(names.values())} " if names else ""
    return ("-" if coefficient < 0 else "") + sums + "·".join(head + factors)


def _symbol(name: str) -> str:
    """ε and δ for parameters; the other atoms as they are called in the setting."""
    if name.startswith("e^"):
        return f"e^{symbols(name[2:])}"
    return name if "." in name or name.startswith(("part", "case")) else symbols(name)
