"""The arena: every engine says what it finds of a case, and any disagreement ends the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from dpverify.checkers.exact import measure_channel
from dpverify.defs.errors import Undecided
from tests.agreement.engines import Case, Engine, verdict_of
from tests.agreement.shrinking import shrunk

Engines = Mapping[str, Engine]
Said = Mapping[str, bool | None]


@dataclass
class Counts:
    """What was seen: cases by definition and outcome, answers and open questions by engine."""

    tally: Counter[tuple[str, str]] = field(default_factory=Counter)
    answered: Counter[str] = field(default_factory=Counter)
    open: Counter[str] = field(default_factory=Counter)
    digests: set[str] = field(default_factory=set)

    def document(self) -> dict[str, Any]:
        """As a journal holds it."""
        return {
            "tally": [[*key, number] for key, number in self.tally.items()],
            "answered": dict(self.answered), "open": dict(self.open),
            "digests": sorted(self.digests),
        }  # fmt: skip

    @staticmethod
    def read(document: Mapping[str, Any]) -> Counts:
        """From what `document` wrote."""
        tally = {(name, word): number for name, word, number in document["tally"]}
        return Counts(
            Counter(tally), Counter(document["answered"]), Counter(document["open"]),
            {*document["digests"]},
        )  # fmt: skip

    def add(self, other: Counts) -> None:
        """Take in what another arena has seen."""
        self.tally += other.tally
        self.answered += other.answered
        self.open += other.open
        self.digests |= other.digests


@dataclass(frozen=True)
class Disagreement:
    """The smallest case that was found, and what each engine says of it."""

    case: str
    said: Said

    def __str__(self) -> str:
        words = {True: "holds", False: "fails", None: "open"}
        lines = [f"  {name}: {words[answer]}" for name, answer in self.said.items()]
        return "\n".join([self.case, *lines])


def answers(case: Case, engines: Engines) -> dict[str, bool | None]:
    """What each engine says."""
    return {name: verdict_of(engine, case) for name, engine in engines.items()}


def differ(said: Said) -> bool:
    """Whether one engine says that a claim holds, and another that it fails."""
    return {True, False} <= set(said.values())


def outcome(case: Case, said: Said) -> str:
    """Name what the engines agree on: holds, fails, boundary (holds, nothing to spare), open."""
    if True not in said.values():
        return "fails" if False in said.values() else "open"
    last = case.definition.parameters[-1]
    given = {key: value for key, value in case.definition.given.items() if key != last}
    try:
        tight = measure_channel(case.channel, case.definition.name, given).value
        return "boundary" if tight == case.definition.given[last] else "holds"
    except Undecided:
        return "holds"


@dataclass
class Arena:
    """Asks `often` of each case, and `seldom` of those of one channel in `one_in`."""

    often: Engines
    seldom: Engines = field(default_factory=dict)
    one_in: int = 10
    counts: Counts = field(default_factory=Counts)

    def play(self, cases: Sequence[Case]) -> Disagreement | None:
        """Play the cases of one channel; a disagreement is shrunk."""
        digest = cases[0].channel.digest
        chosen = int(digest[-8:], 16) % self.one_in == 0
        engines = {**self.often, **(self.seldom if chosen else {})}
        for case in cases:
            said = answers(case, engines)
            if differ(said):
                return self._shrunk(case)
            self._count(case, said)
        self.counts.digests.add(digest)
        return None

    def _shrunk(self, case: Case) -> Disagreement:
        engines = {**self.often, **self.seldom}
        small = shrunk(case, lambda each: differ(answers(each, engines)))
        return Disagreement(str(small), answers(small, engines))

    def _count(self, case: Case, said: Said) -> None:
        self.counts.tally[case.claim.name, outcome(case, said)] += 1
        for name, answer in said.items():
            (self.counts.open if answer is None else self.counts.answered)[name] += 1
