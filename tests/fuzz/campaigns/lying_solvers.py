"""Solvers that lie: whatever they say, nothing false comes out graded above the word of a solver.

An attack is a statement (true, false, or of contradictory hypotheses), or a stored proof, beside
one or two liars. They invent models, say "unsat" or "unknown" always or at random, or crash; as
processes they also hang, write garbage, cut off their output, or answer in wrong types.
False is: a refutation of a true statement; "proved" or "vacuous" that does not rest on the word of
the liar and name it; "proved" of what says nothing; an accepted proof that a lie vetoes.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from dpverify.checkers.smt.answer import (
    Answer,
    Crashed,
    Interval,
    Limits,
    ModelValue,
    Sat,
    Solver,
    Unknown,
    Unsat,
)
from dpverify.checkers.smt.process import ProcessSolver
from dpverify.checkers.smt.script import names_in
from dpverify.defs.errors import InternalError
from dpverify.proofs.cross_check import cross_check
from dpverify.proofs.entry import Entry
from dpverify.proofs.examine import Examination, Options, examine
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.registry import entry
from dpverify.proofs.statement import AnyChannel, Claim, Statement
from dpverify.proofs.theorem import stored
from tests.fuzz.campaign import Tally

FULL = 500
SHORT = 20

SHAPE = {"inputs": 2, "outputs": 2, "results": 2}
PROVED = ("dp.post-processing.pure", "dp.total-variation.bound", "dp.two-forms.pure")
PROCESS = 0.1  # of the attacks: a process costs a thousand times what a stub does
LIMITS = Limits(seconds=0.2)


@dataclass
class Liar:
    """A solver in this process; its name stands in what rests on its word."""

    says: Callable[[str], Answer]
    name: str = "liar"

    def solve(self, text: str, limits: Limits) -> Answer:
        """The lie."""
        del limits
        return self.says(text)


def run(attacks: int, seed: int) -> Tally:
    """So many statements and proofs beside liars."""
    tally = Tally()
    for number in range(attacks):
        chance = random.Random(f"{seed}/{number}")  # noqa: S311  a seed, not a secret
        reproduction = f"lying_solvers, seed {seed}, attack {number}"
        try:
            if chance.random() < PROCESS:
                _process(tally, chance, reproduction)
            elif chance.random() < 0.3:
                _veto(tally, chance, reproduction)
            else:
                _statement(tally, chance, [_liar(chance) for _ in "ab"[: chance.randint(1, 2)]],
                           reproduction)  # fmt: skip
        except Exception as error:  # noqa: BLE001  whatever a lie brings about is a fault
            tally.fault("internal errors", f"{reproduction}: {type(error).__name__}: {error}")
    return tally


# ---------------------------------------------------------------- lies


def _value(chance: random.Random) -> ModelValue:
    kind = chance.randrange(6)
    size = 10 ** chance.choice((0, 1, 3, 300))
    value = Fraction(chance.randint(-9 * size, 9 * size), chance.randint(1, 9 * size))
    if kind == 0:
        return Interval(value, value + abs(Fraction(chance.randint(0, 9), 7)))
    return [value, Fraction(0), Fraction(1), Fraction(1, 2), abs(value)][kind - 1]


def _model(text: str, chance: random.Random) -> dict[str, ModelValue]:
    names = sorted(names_in(text) - {"assert", "declare", "const", "Real", "set", "logic", "check"})
    kept = [name for name in names if chance.random() < chance.choice((1.0, 1.0, 0.5))]
    return {name: _value(chance) for name in (*kept, "foo")}


def _liar(chance: random.Random) -> Liar:
    """One that says the same always, or anything."""
    name = f"liar {chance.randrange(100)}"
    lies: list[Callable[[str], Answer]] = [
        lambda text: Sat(_model(text, chance), name),
        lambda _: Sat({}, name),
        lambda _: Unsat(name),
        lambda _: Unknown(chance.choice(("time", "solver")), "as it pleases", name),
        lambda _: Crashed("died", name),
    ]
    kind = chance.randrange(len(lies) + 1)
    if kind < len(lies):
        return Liar(lies[kind], name)

    def anything(text: str) -> Answer:
        return chance.choice(lies)(text)

    return Liar(anything, name)


SAYS = "import sys\nfor line in sys.stdin:\n    sys.stdout.write({!r}); sys.stdout.flush()\n"
PROGRAMS = (
    "import os; os.abort()",
    "import sys; sys.exit(0)",
    "import time; time.sleep(60)",
    "import signal, time; signal.signal(15, signal.SIG_IGN); time.sleep(60)",
    "while True: print('x' * 65536, end='')",
    *(
        SAYS.format(output)
        for output in (
            "%&/ \x00\n",
            '{"outcome": "sat", "model": {"M_0_0": "1/2"\n',  # cut off
            '{"outcome": "sat", "model": ["1/2"]}\n',
            '{"outcome": "sat", "model": {"M_0_0": true}}\n',
            '{"outcome": "sat", "model": {"M_0_0": 0.5}}\n',
            '{"outcome": "sat", "model": {"M_0_0": "1/0"}}\n',
            '{"outcome": "sat", "model": {"M_0_0": ["2", "1"]}}\n',
            '{"outcome": "sat", "model": {"M_0_0": ["1", "2", "3"]}}\n',
            '{"outcome": "sat", "model": {"M_0_0": "NaN", "odds_eps": "Infinity"}}\n',
            '{"outcome": "sat"}\n',
            '{"outcome": ["unsat"]}\n',
            '{"outcome": true}\n',
            '{"outcome": "unsat", "version": {"x": 1}}\n',
            '{"outcome": "unsat", "version": "0"}\n',
            '{"outcome": "proved"}\n',
            '{"outcome": "unknown", "reason": 3}\n',
            "[1, 2]\n",
            "null\n",
            json.dumps({"outcome": "sat", "model": {"M_0_0": "9" * 3999}}) + "\n",
        )
    ),
)


def _process(tally: Tally, chance: random.Random, reproduction: str) -> None:
    program = chance.choice(PROGRAMS)
    with ProcessSolver("liar", [sys.executable, "-I", "-c", program]) as solver:
        _statement(tally, chance, [solver], f"{reproduction}: {program[:200]}", seconds=2.0)


# ---------------------------------------------------------------- attacks


def _statement(
    tally: Tally,
    chance: random.Random,
    solvers: Sequence[Solver],
    reproduction: str,
    seconds: float = 5.0,
) -> None:
    """A statement that is true, false or says nothing, with or without generated instances."""
    kind = chance.choice(("true", "false", "contradictory"))
    found = Entry(
        "fuzz", "fuzz", _said(kind), "fuzz", "proved", shapes=(SHAPE,),
        instances=chance.choice((0, 10)),
    )  # fmt: skip
    options = Options(time_limit=seconds, limits=LIMITS)
    outcome = examine(found, solvers, options)
    fault = _fault(kind, outcome, solvers)
    if fault is None:
        tally.count(f"{kind}: {outcome.status}")
    else:
        tally.fault("false statements", f"{reproduction}: {kind}: {fault}")


def _said(kind: str) -> Statement:
    """ε-DP of N = f∘M: from that of M, from that at 2ε, or from that beside a disjoint support."""
    apart = (Claim("M", "total-variation-at-least", {"bound": "1"}),) * (kind == "contradictory")
    return Statement(
        objects={
            "M": AnyChannel(Size("inputs", "x"), Size("outputs", "y")),
            "f": AnyChannel(OutputsOf("M"), Size("results", "z")),
        },
        derived={"N": {"post_process": ["M", "f"]}},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", {"eps": "2*eps" if kind == "false" else "eps"}), *apart),
        conclusion=Claim("N", "pure-dp", {"eps": "eps"}),
        sizes={key: (size, size) for key, size in SHAPE.items()},
    )


def _fault(kind: str, outcome: Examination, solvers: Sequence[Solver]) -> str | None:
    """What is false in an outcome; None where nothing is."""
    names = {solver.name.split()[0] for solver in solvers}
    on_a_word = outcome.evidence == "bounded" and {t.split()[0] for t in outcome.trusted} <= names
    if outcome.status == "refuted":
        true = kind == "false" and outcome.found is not None and outcome.found.instance.refutes
        return None if true else "refuted"
    if (outcome.status, outcome.evidence, kind) == ("proved", "certificate", "true"):
        return None  # the proof was found and checked without a solver
    if outcome.status in ("proved", "vacuous"):
        if not (on_a_word and outcome.trusted):
            return f"{outcome.status} by {outcome.evidence}, of {outcome.trusted}"
        if outcome.status == "proved" and kind == "contradictory":
            return "proved of hypotheses that nothing meets"
    return None


def _veto(tally: Tally, chance: random.Random, reproduction: str) -> None:
    """An accepted proof, each of its lemmas asked of a liar."""
    found = entry(chance.choice(PROVED))
    document = stored(found)
    if document is None:
        raise LookupError(f"{found.id} has no stored proof")
    liar = _liar(chance)
    try:
        checked = cross_check(found, document, [liar], LIMITS)
    except InternalError as veto:
        tally.fault("false statements", f"{reproduction}: {veto}")
        return
    tally.count("a fault that is counted" if checked.faults else "a proof that stands")
