"""Every planted mistake in the kernel is noticed by the must-accept and must-reject suites."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from dpverify.checkers import kernel
from dpverify.checkers.decide import measure
from dpverify.defs.channel import Channel
from tests.mutants.planting import Changes, planted
from tests.rejects.documents import refutation, results
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
SOURCE = Path(str(kernel.__file__)).read_text(encoding="utf-8")

# What stands in the kernel, and the mistake in its place.
MUTANTS: Changes = {
    "a violation may be equality": (
        "(equal or excess > 0)",
        "(equal or excess >= 0)",
    ),
    "no violation is needed": (
        "(losses and (equal or excess > 0))",
        "losses",
    ),
    "outputs of small loss may be in the event": (
        "losses = not by_loss or",
        "losses = True or",
    ),
    "equality is past epsilon": (
        "than: Callable[..., bool]) ->",
        "_: Any, than: Any = ge) ->",
    ),
    "losses below epsilon attain it": (
        'ge if below == "eps" else gt',
        "gt",
    ),
    "equality never attains": (
        "equal = excess == 0 and (",
        "equal = excess == 1 and (",
    ),
    "epsilon 0 is refuted from below": (
        'below == "eps" and self.eps == 0',
        'self.eps == "0"',
    ),
    "infinite tight epsilon needs no event": (
        "return [y for y in event if q[y] == 0",
        "return [y for y in event if True",
    ),
    "probabilities are believed": (
        "agrees(said, num.total(law[y] for y in event)",
        "agrees(said, num.as_bound(said)",
    ),
    "the excess is believed": (
        '"excess", dict), excess,',
        '"excess", dict), num.as_bound(place["excess"]["exact"]),',
    ),
    "any inputs are neighbours": (
        "near = self.channel.pairs is None or",
        "near = True or",
    ),
    "delta is forgotten": (
        "- self.slack\n",
        "- 0\n",
    ),
    "e^eps is forgotten": (
        "weight - self.odds * other",
        "weight - other",
    ),
    "the second order of a pair is not looked at": (
        "permutations(rows, 2) if",
        "combinations(rows, 2) if",
    ),
    "a relation is one way": (
        "pairs if directed else pairs + [",
        "pairs if True else pairs + [",
    ),
    "a relation is both ways": (
        "pairs if directed else",
        "pairs if False else",
    ),
    "the neighbours bind local DP": (
        'None if name == "local-dp" else channel.pairs',
        "channel.pairs",
    ),
    "columns are not compared": (
        "max(column) <= self.odds * min(column)",
        "True",
    ),
    "pairs are not compared": (
        "good = not event or",
        "good = True or",
    ),
    "holds is believed": (
        'if verdict == "holds" and not',
        'if verdict == "never" and not',
    ),
    "fails is believed": (
        '    if verdict == "fails":\n',
        '    if verdict == "never":\n',
    ),
    "the tight value need not hold": (
        "claim(**{key: high}).check()",
        "claim(**{key: high})",
    ),
    "the tight value need not be attained": (
        "claim(**{key: low}).refutes(",
        "(lambda *_, below: 0)(",
    ),
    "several tight values": (
        '== [key], f"tight',
        '!= [], f"tight',
    ),
    "a negative parameter": (
        "self.eps >= 0 and self.slack >= 0",
        "True",
    ),
    "risk looks one way": (
        'two, e = self.name == "privacy-at-risk"',
        "two, e = False",
    ),
    "probabilistic DP looks both ways": (
        'two, e = self.name == "privacy-at-risk"',
        "two, e = self.name in RISKS",
    ),
    "counts are believed": (
        "doc.counts_agree(said, channel.counts)",
        "pass",
    ),
    "the digest is believed": (
        'subject.get("digest", digest) == digest',
        "True",
    ),
    "evidence is ignored": (
        'document.get("evidence") in evidence',
        "True",
    ),
    "keys of channels are ignored": (
        '"keys of the channel", KEYS.split())',
        '"keys of the channel")',
    ),
    "given may hold anything": (
        'same = rest <= {"neighbours", "prior"} and',
        "same = True or",
    ),
    "parameters may be left out": (
        "len(missing) == (verdict is None)",
        "True",
    ),
    "parameters have no range": (
        'v >= 0 and (v <= 1 or key == "eps") and v != num.INFINITY',
        "True",
    ),
    "a witness may go missing": (
        'doc.states_only(document, "tight attained_by")',
        "pass",
    ),
    "the excess may go missing": (
        'verdict != "fails" or "excess" in document["witness"]',
        "True",
    ),
    "hypotheses are believed": (
        "        _statement(claim, get(",
        '        verdict == "fails" and _statement(claim, get(',
    ),
    "the conclusion is believed": (
        "        _statement(claim, get(",
        '        verdict == "holds" and _statement(claim, get(',
    ),
    "verdicts of a refutation are ignored": (
        'doc.member(claim, "verdict", str) == verdict',
        "True",
    ),
    "post-processing is forgotten": (
        "return _made(a, a.rows, lambda _, y: b.rows[y])",
        "return a",
    ),
    "compositions may be two": (
        "form if len(form) == 1 else {}",
        "form",
    ),
    "major versions are ignored": (
        "/1\\.[0-9]",
        "/[0-9]\\.[0-9]",
    ),
}


@pytest.fixture
def mutant(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[ModuleType]:
    """The kernel with one mistake."""
    path = tmp_path / "mutant_of_kernel.py"
    text = planted(SOURCE, MUTANTS[request.param], everywhere=True)
    path.write_text(text.replace("import perm", "import combinations, perm"), encoding="utf-8")
    spec = spec_from_file_location("mutant_of_kernel", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["mutant_of_kernel"] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
        yield module
    finally:
        del sys.modules["mutant_of_kernel"]


def verdicts() -> Iterator[tuple[Any, str]]:
    """Documents and what becomes of them, the telling ones first."""
    yield from ((document, "accepted") for document in (*results().values(), refutation()))
    yield from ((document, "rejected") for document in FORGED_REFUTATIONS.values())
    yield from ((document, "rejected") for document in more_forgeries())
    copies = chain.from_iterable(FORGED[name].values() for name in TELLING)
    yield from ((document, "rejected") for document in copies)


def more_forgeries() -> Iterator[Any]:
    """Untrue results on channels that are chosen for one mistake each."""
    even = Channel(["a", "b"], ["y", "z"], [["1/2", "1/2"], ["1/2", "1/2"]])
    place = {"inputs": ["a", "b"], "event": [], "probabilities": ["0", "0"]}
    less = {"exact": "-1/10", "lower": "-0.1", "upper": "-0.1"}
    yield {
        "schema": "dpverify.result/1.0",
        "subject": {"kind": "channel", "channel": even.to_dict()},
        "definition": "approx-dp",
        "given": {"eps": "1"},
        "evidence": "exact",
        "tight": {"delta": less},
        "attained_by": place,
    }
    one_way = Channel(
        ["a", "b"], ["y", "z"], [["0", "1"], ["1/10", "9/10"]], [["a", "b"]], directed=True
    )
    both_ways = measure(one_way, "approx-dp", eps="1/20").to_dict()  # δ is larger from b to a
    del both_ways["subject"]["digest"], both_ways["checked"]
    both_ways["subject"]["channel"].update(neighbours="all", directed=False)
    yield both_ways


@pytest.mark.parametrize("mutant", MUTANTS, indirect=True)
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
