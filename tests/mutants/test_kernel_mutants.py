"""Every planted mistake in the kernel is noticed by the must-accept and must-reject suites."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import chain
from types import ModuleType
from typing import Any

import pytest

from dpverify.checkers.decide import measure
from dpverify.checkers.kernel import door as kernel
from dpverify.defs.channel import Channel
from tests.checkers.kernel.test_finite import over_two_relations
from tests.mutants.planting import Changes, Planter
from tests.rejects.documents import refutation, results
from tests.rejects.forgeries import changed, signed, without
from tests.rejects.test_forged_results import FORGED, FORGED_REFUTATIONS

TELLING = (
    "path: pure-dp fails",
    "path: pure-dp holds",
    "path: eps of approx-dp",
    "path: local-dp fails",
    "path: privacy-at-risk fails",
    "infinite: pure-dp fails",
    "one way: pure-dp fails",
    "even: eps of pure-dp",
)
ROOM = "dpverify.checkers.kernel"
KERNEL = "dpverify.checkers.kernel.finite"
DOOR = f"{ROOM}.door"
LOADED = (
    *(f"{ROOM}.{part}" for part in ("outcome", "channels", "results", "compositions")),
    KERNEL,
    *(f"{ROOM}.{part}" for part in ("comparisons", "refutations", "door")),
)
"""The modules of the kernel of channels, in the order in which they import one another."""

# What stands in the kernel, and the mistake in its place, by module.
MUTANTS: dict[str, Changes] = {
    KERNEL: {
        "a violation may be equality": (
            'need(excess > 0, "the event of the witness',
            'need(excess >= 0, "the event of the witness',
        ),
        "no violation is needed": (
            'need(excess > 0, "the event of the witness',
            'need(True, "the event of the witness',
        ),
        "nothing below the tight value is refuted": (
            "excess > 0 or at_bound,",
            "True,",
        ),
        "outputs of small loss may be in the event": (
            "            self._need_large_losses(laws, at_least=False)\n",
            "            pass\n",
        ),
        "outputs of small loss may attain": (
            "            self._need_large_losses(laws, at_least=below_eps)\n",
            "            pass\n",
        ),
        "equality is past epsilon": (
            "return bool(p > self.odds * q or",
            "return bool(p >= self.odds * q or",
        ),
        "losses below epsilon attain it": (
            "at_least=below_eps",
            "at_least=False",
        ),
        "equality never attains": (
            "at_bound = excess == 0\n",
            "at_bound = False\n",
        ),
        "epsilon 0 is refuted from below": (
            'if parameter == "eps" and self.eps == 0:',
            "if False:",
        ),
        "infinite tight epsilon needs no event": (
            "return q == 0 or (both_ways and p == 0)",
            "return True",
        ),
        "probabilities are believed": (
            'doc.agrees(given, weight, "a probability of the event")',
            "pass",
        ),
        "the excess is believed": (
            'doc.agrees(doc.member(place, "excess", dict), excess, "the excess")',
            "pass",
        ),
        "any inputs are neighbours": (
            "near = self.channel.are_neighbours(first, second)",
            "near = True",
        ),
        "delta is forgotten": (
            "- self.odds * q - self.slack",
            "- self.odds * q",
        ),
        "the risk is forgotten": (
            "            return p - self.slack\n",
            "            return p\n",
        ),
        "e^eps is forgotten": (
            "return p - self.odds * q",
            "return p - q",
        ),
        "the neighbours bind local DP": (
            'if name == "local-dp":',
            "if False:",
        ),
        "columns are not compared": (
            "good = max(column) <= self.odds * min(column)",
            "good = True",
        ),
        "pairs are not compared": (
            "            if worst:\n",
            "            if False:\n",
        ),
        "holds is believed": (
            'if verdict == "holds" and not',
            'if verdict == "never" and not',
        ),
        "fails is believed": (
            '    if verdict == "fails":\n        claim()',
            '    if verdict == "never":\n        claim()',
        ),
        "the tight value need not hold": (
            "beside_a_witness(claim(**{parameter: high}).check,",
            "(lambda *_: None)(claim(**{parameter: high}).check,",
        ),
        "the tight value need not be attained": (
            "claim(**{parameter: low}).check_attained(",
            "(lambda *_: 0)(",
        ),
        "several tight values": (
            "        known_keys(tight, \"'tight'\", (parameter,))\n",
            "        pass\n",
        ),
        "a negative parameter": (
            'need(self.slack >= 0, "δ or the risk is negative")',
            "pass",
        ),
        "risk looks one way": (
            'both_ways = self.name == "privacy-at-risk"',
            "both_ways = False",
        ),
        "probabilistic DP looks both ways": (
            'both_ways = self.name == "privacy-at-risk"',
            "both_ways = self.name in BOUND_LOSSES",
        ),
        "counts are believed": (
            "    check_counts(said, channel.counts, expected=stated)\n",
            "",
        ),
        "evidence is believed": (
            "    check_evidence(document, verdict, by_balls=by_balls)\n",
            "",
        ),
        "given may hold anything": (
            "    repeats_the_channel(besides,",
            "    (lambda *_: None)(besides,",
        ),
        "parameters may be left out": (
            "need(len(missing) == 1,",
            "need(True,",
        ),
        "parameters have no range": (
            'need(key == "eps" or value <= 1, f"{key} is greater than 1")',
            "pass",
        ),
        "keys of a witness are ignored": (
            '        known_keys(place, "the witness", (*PLACE, "excess"))\n',
            "",
        ),
    },
    f"{ROOM}.channels": {
        "the second order of a pair is not looked at": (
            "permutations(self.rows, 2) if",
            "__import__('itertools').combinations(self.rows, 2) if",
        ),
        "a relation is one way": (
            "[] if directed else [",
            "[] if True else [",
        ),
        "a relation is both ways": (
            "[] if directed else [",
            "[] if False else [",
        ),
        "keys of channels are ignored": (
            '    known_keys(given, "a channel", REQUIRED, (*OPTIONAL, *own))\n',
            "",
        ),
        "major versions are ignored": (
            "/1\\.([0-9]",
            "/[0-9]\\.([0-9]",
        ),
        "minor versions are ignored": (
            "if int(match[1]) > 0:",
            "if False:",
        ),
    },
    f"{ROOM}.results": {
        "the digest is believed": (
            'subject["digest"] == channel.digest',
            "True",
        ),
        "keys of results are ignored": (
            '    known_keys(document, "the result",',
            '    (lambda *_: None)(document, "the result",',
        ),
        "counts may go missing": (
            '    known_keys(document.get("checked"), "\'checked\'", counts)\n',
            '    if "checked" not in document: return\n',
        ),
    },
    f"{ROOM}.compositions": {
        "post-processing is forgotten": (
            "randomised_map.rows[y], hidden=True)",
            "{y: num.ONE}, hidden=True)",
        ),
        "relations may differ": (
            "same = a.pairs is b.pairs or",
            "same = True or",
        ),
    },
    f"{ROOM}.refutations": {
        "hypotheses are believed": (
            '        _check_claim(claim, "holds", objects)\n',
            "        pass\n",
        ),
        "the conclusion is believed": (
            '    _check_claim(conclusion, "fails", objects)\n',
            '    objects.get(conclusion["of"])\n',
        ),
        "verdicts of a refutation are ignored": (
            'need(\n        claim["verdict"] == verdict,',
            "need(\n        True,",
        ),
        "keys of a refutation are ignored": (
            '    known_keys(claim, "a claim of the refutation", keys)\n',
            "",
        ),
    },
    f"{ROOM}.outcome": {
        "unknown keys are passed over": (
            "    if unknown:\n",
            "    if False:\n",
        ),
    },
}
NAMED = [(module, name) for module, changes in MUTANTS.items() for name in changes]


@contextmanager
def replaced(module: str, change: tuple[str, str]) -> Iterator[ModuleType]:
    """The kernel, loaded again with one mistake in one of its modules."""
    saved = {name: sys.modules.pop(name) for name in LOADED}
    planter = Planter(module, change)
    sys.meta_path.insert(0, planter)
    try:
        for name in LOADED:
            import_module(name)
        assert planter.used
        yield sys.modules[DOOR]
    finally:
        sys.meta_path.remove(planter)
        for name, original in saved.items():
            sys.modules[name] = original
            parent, _, last = name.rpartition(".")
            setattr(sys.modules[parent], last, original)


@pytest.fixture
def mutant(request: pytest.FixtureRequest) -> Iterator[ModuleType]:
    """The kernel with one mistake."""
    module, name = request.param
    old, new = MUTANTS[module][name]
    with replaced(module, (old, new)) as kernel:
        yield kernel


def verdicts() -> Iterator[tuple[Any, str]]:
    """Documents and what becomes of them, the telling ones first."""
    yield from ((document, "accepted") for document in (*results().values(), refutation()))
    yield from ((document, "rejected") for document in FORGED_REFUTATIONS.values())
    yield from ((document, "rejected") for document in more_forgeries())
    later = changed(results()["path: pure-dp fails"], "schema", to="dpverify.result/1.9")
    yield later, "not-recheckable"
    copies = chain.from_iterable(FORGED[name].values() for name in TELLING)
    yield from ((document, "rejected") for document in copies)


def more_forgeries() -> Iterator[Any]:
    """Untrue results on channels that are chosen for one mistake each."""
    even = Channel(["a", "b"], ["y", "z"], [["1/2", "1/2"], ["1/2", "1/2"]])
    place = {"inputs": ["a", "b"], "event": [], "probabilities": ["0", "0"]}
    less = {"exact": "-1/10", "lower": "-0.1", "upper": "-0.1"}
    yield {
        "schema": "dpverify.result/1.0",
        "subject": {"kind": "channel", "digest": even.digest, "channel": even.to_dict()},
        "definition": "approx-dp",
        "given": {"eps": "1"},
        "evidence": "exact",
        "tight": {"delta": less},
        "attained_by": place,
        "checked": {"pairs": 2, "outputs": 2},
    }
    one_way = Channel(
        ["a", "b"], ["y", "z"], [["0", "1"], ["1/10", "9/10"]], [["a", "b"]], directed=True
    )
    both_ways = measure(one_way, "approx-dp", eps="1/20").to_dict()  # δ is larger from b to a
    both_ways["subject"]["channel"].update(neighbours="all", directed=False)
    both_ways["checked"]["pairs"] = 2
    yield signed(both_ways)
    yield over_two_relations()
    genuine = results()["path: pure-dp fails"]
    fields: tuple[tuple[str, ...], ...] = (("checked",), ("subject", "digest"), ("witness",))
    for path in fields:
        yield without(genuine, *path)
    fields = (("mood",), ("witness", "mood"), ("subject", "channel", "mood"))
    for path in fields:
        yield signed(changed(genuine, *path, to="new"))
    yield changed(results()["path: approx-dp holds"], "given", "delta", to="2")
    claim = refutation()
    claim["hypotheses"][0]["mood"] = "new"
    yield claim


@pytest.mark.parametrize("mutant", NAMED, ids=[name for _, name in NAMED], indirect=True)
def test_the_mistake_is_noticed(mutant: ModuleType) -> None:
    """Some genuine document is refused or crashes it, or some forgery is accepted."""

    def judged(document: Any) -> str:
        try:
            return str(mutant.replay(document).status)
        except Exception as crash:  # noqa: BLE001  a crash is noticed, too
            return type(crash).__name__

    assert any(judged(document) != status for document, status in verdicts())


def test_without_a_mistake_nothing_is_noticed() -> None:
    """The control: the kernel itself judges all of them rightly."""
    assert all(kernel.replay(document).status == status for document, status in verdicts())
