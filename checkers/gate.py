"""The one gate: what `check` and `measure` answer has been before the kernel that `replay` uses.

What must never change: no `Holds`, `Fails` or `Measured` leaves without `gated`, `passing` or
`confirmed`, each of which hands the JSON document that a user would save to `kernel.door.replay`. A
document that the kernel rejects is an internal error, never an answer; one that it did not re-check
says so, and why, in `not_rechecked`. No `Fails` of a channel, scenario or traced program leaves
before its witness was accepted. Whether the kernel is asked depends on counts alone, so that the
same question gives the same answer on every machine.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final, TypeVar, cast

from flint import fmpz

from dpverify.checkers.answers.documents import Evidence
from dpverify.checkers.kernel import door
from dpverify.checkers.steps import Steps, Stopwatch, alone
from dpverify.checkers.subjects import ScenarioSubject, Subject
from dpverify.checkers.verdict import Fails, Holds, Measured, Result, Run, Unknown
from dpverify.checkers.versions import versions
from dpverify.defs.channel import Channel
from dpverify.defs.definitions.registry import DEFINITIONS, channel_definition
from dpverify.defs.errors import InternalError, Undecided
from dpverify.defs.numbers import documents as doc
from dpverify.defs.numbers import number_text
from dpverify.defs.numbers.limits import MAX_EXPONENT, MAX_READ
from dpverify.defs.rows import RationalRows

AUTOMATIC: Final = 200_000
"""Comparisons of short rational numbers, about 5 µs each, up to which the kernel is asked."""
WEIGHTS: Final = {"bounded-range": 2, "f-dp": 12, "renyi-dp": 15, "gaussian-dp": 16, "zcdp": 50}
"""How many of them one output of one pair counts for; 1 where nothing stands here."""
READING: Final = 3
"""How many of them reading one entry counts for."""
SHORT: Final = 40
"""Characters of a short number."""
SHORT_DENOMINATOR: Final = 10 ** (SHORT // 2 - 1)
"""No quotient below 1 of a smaller denominator has SHORT characters."""
IRRATIONAL: Final = 30
"""How many comparisons one of irrational numbers counts for."""
SAVED: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, check_circular=False)
"""Writes a document as it is saved, on one line; nothing in it holds itself, and to look for that
would take as long again."""
RUN: Final = ', "run": {'
"""How the last member of such a document begins; within a text the quotes would be escaped."""
POWER: Final = re.compile(r"exp\((-?[0-9]+)(?:/([1-9][0-9]*))?\)", re.ASCII)
"""A power of e as numbers are printed."""
BEYOND: Final = ("tight", "attained_by", "trade_off", "directions", "norm", "supremum")
"""Members of a failure that cost more than its witness does."""

R = TypeVar("R", bound=Result)


def gated(result: R, started: float, seed: int) -> R:
    """The result as it leaves: timed, and with what the kernel did not re-check.

    Args: result any result; started when the question was asked, on the monotonic clock; seed as it
        was given.
    Raises: InternalError where the kernel rejects the document; Undecided where it cannot re-check
        a witness or certificate on which the answer rests.
    """
    return alone(passing(result, Stopwatch(started), seed))


def passing(result: R, watch: Stopwatch, seed: int) -> Steps[R]:
    """`gated` in steps, for many small questions: to write the document down, and to re-check it.

    Args: watch the clock of this question, which does not run while others have their turn.
    """
    asked = _asked(result.having(run=_run(watch, seed)))
    watch.pause()
    yield
    watch.go_on()
    word = _word(result, asked)
    return result.having(run=_run(watch, seed), **word)


def confirmed(result: R) -> R:
    """The result with what the kernel did not re-check of its document; raises as `gated`."""
    return result.having(**_word(result, _asked(result)))


@dataclass(frozen=True)
class _Document:
    """A document as it is saved; its seal is the digest of the text without `run`."""

    text: str
    seal: str


def _asked(result: Result) -> _Document | str | None:
    """What the kernel is asked about: the whole document, or a text that says why it is not.

    Returns: None for a result that states nothing.
    Raises: Undecided where a number of an answer is more than a document may hold.
    """
    if not (isinstance(result, (Fails, Holds, Measured)) or result.attained_by is not None):
        return None
    work = _work(result)
    if work > AUTOMATIC:
        return _too_much(work)
    if not isinstance(result, Fails):
        return _document(result.to_dict())
    try:
        return _document(result.to_dict()) if _readable(result) else _too_much(work)
    except Undecided as unreadable:  # the witness may do without that number
        return unreadable.text


def _document(form: dict[str, Any]) -> _Document:
    text = lasting = SAVED.encode(form)
    if "run" in form:
        # It is the last member, has no such member of its own, and alone changes when it leaves.
        lasting = f"{text[: text.rindex(RUN)]}}}"
    return _Document(text, hashlib.sha256(lasting.encode(errors="surrogatepass")).hexdigest())


def _word(result: Result, asked: _Document | str | None) -> dict[str, Any]:
    """What the kernel says of a result, as parts of it; raises as `gated`."""
    if asked is None:
        return {}
    why = _failure(result, asked) if isinstance(result, Fails) else _answer(result, asked)
    seal = asked.seal if why is None and isinstance(asked, _Document) else None
    return {"not_rechecked": why, "accepted": seal}


def scoped(result: R, everywhere: bool) -> R:
    """The result of a program, which says so where all its inputs are asked about."""
    return replace(result, more=replace(result.more, all_inputs=True)) if everywhere else result


def assuming(result: R, assumptions: tuple[str, ...]) -> R:
    """The result with further assumptions, on which it is conditional then.

    A violation that was found in bounds of a program's masses or in its channel is one of the
    program only as far as these are its masses: that is conditional too.
    """
    if not assumptions or isinstance(result, Unknown):
        return result
    every = tuple(dict.fromkeys((*result.assumptions, *assumptions)))
    grade: Evidence = "idealised" if doc.IDEALISED in every else "conditional"
    return replace(result, assumptions=every, evidence=grade)


def _run(watch: Stopwatch, seed: int) -> Run:
    return Run(versions=versions(), seconds=watch.seconds(), seed=seed)


def _answer(result: Result, asked: _Document | str) -> str | None:
    """What of an answer was not re-checked, and why; None where all of it was."""
    if isinstance(asked, str):
        return asked
    why = _reply(result, asked)
    if why is not None and isinstance(result, Holds) and result.evidence == "certificate":
        raise Undecided("bits", f"the kernel could not re-check the certificate: {why}")
    return why


def _failure(fails: Fails, asked: _Document | str) -> str | None:
    """The same of a failure; its witness always is re-checked."""
    try:
        why = asked if isinstance(asked, str) else _reply(fails, asked)
    except Undecided as unreadable:  # the witness may do without that number
        why = unreadable.text
    if why is None or _bounded(fails):
        return why
    left = _reply(fails, _document(_witness_alone(fails)))
    if left is not None:
        code = "precision" if isinstance(fails.subject, Subject) else "unsupported"
        raise Undecided(
            code,
            "the claim seems to fail (see `measure`), but the kernel could not re-check the"
            f" witness: {left}",
        )
    return f"all but the witness: {why}"


def _reply(result: Result, asked: _Document) -> str | None:
    """`not_accepted` of a result's document, unless it was accepted before just as it is."""
    if result.accepted is not None and result.accepted == asked.seal:
        return None
    return _not_accepted(asked.text, result.definition)


def not_accepted(form: Mapping[str, Any], what: str) -> str | None:
    """Why the kernel did not re-check a document as it would be saved; None where it did.

    Args: what the document is about, for the message.
    Raises: InternalError where the kernel rejects it; Undecided where nobody could read it.
    """
    return _not_accepted(SAVED.encode(form), what)


def _not_accepted(text: str, what: str) -> str | None:
    # As text and back: the kernel reads what is saved, not the objects that it was made of.
    outcome = door.replay(doc.read(text))
    if outcome.status == "rejected":
        raise InternalError(f"the kernel rejects what was found about {what}: {outcome.text}")
    if outcome.status != "accepted":
        _refuse_unread_powers(text)
        return outcome.text
    left = [path for path in outcome.unread if path in BEYOND]
    return f"{' and '.join(left)}, which the kernel leaves open" if left else None


def _refuse_unread_powers(text: str) -> None:
    """Refuse a document with a power of e that is computed with, but that no reader takes.

    Raises: Undecided, naming the power.
    """
    for found in POWER.finditer(text):
        top, below = found.groups("1")
        if abs(fmpz(top)) > MAX_EXPONENT * fmpz(below):
            power = found[0] if len(found[0]) <= SHORT else "a power of e"
            raise Undecided(
                "bits",
                f"the answer needs {power}, whose exponent is beyond ±{MAX_EXPONENT}, more than a"
                " document may hold; take less extreme parameters",
            )


def _too_much(work: int) -> str:
    return f"it takes about {work:,} comparisons; `dpverify replay` on the saved result makes them"


def _work(result: Result) -> int:
    """About how many comparisons the kernel makes; 0 where it bounds its own work."""
    if not isinstance(result.subject, Subject):
        return 0
    channel, name = result.subject.channel, result.definition
    rows, outputs = len(channel.inputs), len(channel.outputs)
    every = rows * (rows - 1)
    pairs = every if DEFINITIONS[name].all_pairs else channel.neighbours.count(rows)
    # Without a tight value there is a witness alone; these two compare within columns.
    by_columns = name in ("pure-dp", "local-dp") and pairs == every
    witness_only = isinstance(result, Fails) and not result.tight
    if by_columns or witness_only or name == "guessing-advantage":
        pairs = rows
    work = (pairs * WEIGHTS.get(name, 1) + READING * rows) * outputs
    return work if work > AUTOMATIC else work * _length(channel)


def _length(channel: Channel) -> int:
    """How many times as long as a short rational number the entries are, on the whole."""
    if _all_short(channel):
        return 1
    texts = [text for i in range(len(channel.inputs)) for text in channel.rows.texts(i)]
    mean = sum(map(len, texts)) // len(texts)
    irrational = any("(" in text for text in texts)
    return (1 + mean // SHORT) * (IRRATIONAL if irrational else 1)


def _all_short(channel: Channel) -> bool:
    """Whether no entry has as many as SHORT characters, as its denominator shows."""
    rows = channel.rows
    return isinstance(rows, RationalRows) and max(rows.denominators) < SHORT_DENOMINATOR


def _bounded(fails: Fails) -> bool:
    """Whether a failure rests on bounds of probabilities of a program that has further paths."""
    from dpverify.checkers.programs.subject import ProgramSubject

    return isinstance(fails.subject, ProgramSubject)


def _readable(fails: Fails) -> bool:
    """Whether each number that must stand exactly in the document is short enough to be read."""
    if not isinstance(fails.subject, Subject):
        return True
    if _all_short(fails.subject.channel):
        return all(len(number_text(number)) <= MAX_READ for number in fails.given.values())
    return _short(fails, fails.subject.channel, range(len(fails.subject.channel.inputs)))


def _short(fails: Fails, channel: Channel, rows: Iterable[int]) -> bool:
    texts = chain(
        (number_text(number) for number in fails.given.values()),
        *(channel.rows.texts(i) for i in rows),
    )
    return all(len(text) <= MAX_READ for text in texts)


def _witness_alone(fails: Fails) -> dict[str, Any]:
    """The document of what refutes the claim: of a channel, the two inputs of the witness alone.

    Raises: Undecided where even that holds a number that no document may hold.
    """
    more = replace(fails.more, trade_off=(), directions=(), norm=None, supremum=False)
    alone = replace(fails, tight={}, attained_by=None, more=more)
    subject = fails.subject
    if isinstance(subject, Subject | ScenarioSubject):
        alone = replace(alone, checked={})  # it counts what the tight value was found from
    if not isinstance(subject, Subject) or not _of_a_pair(fails.definition):
        return alone.to_dict()
    channel = subject.channel
    i, j = (channel.input_index(label) for label in cast("Any", fails.witness).inputs)
    all_pairs = DEFINITIONS[fails.definition].all_pairs
    if not (channel.neighbours.contains(i, j) or all_pairs):
        raise InternalError(f"the witness against {fails.definition} names no neighbours")
    if not _short(fails, channel, (i, j)):
        raise Undecided(
            "bits",
            f"the claim fails, but it needs a number of more than {MAX_READ} characters to say so,"
            " more than a document may hold; round the entries with --rationalise",
        )
    labels = [channel.inputs[i], channel.inputs[j]]
    pair = Channel(labels, channel.outputs, [channel.row(i), channel.row(j)])
    return replace(alone, subject=Subject(pair)).to_dict()


def _of_a_pair(definition: str) -> bool:
    """Whether a witness against a claim is about two neighbours, and nothing else of a channel."""
    return channel_definition(definition).quantifier == "pairs"
