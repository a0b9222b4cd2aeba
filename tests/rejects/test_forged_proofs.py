"""The must-reject suite of the proof kernel, scored beside dummies that show what the score means.

Whether a changed copy still is a proof is not decided by hand, nor by the kernel: another judge
(`tests.rejects.proof_judge`) puts numbers for the atoms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from dpverify.defs.errors import Undecided
from dpverify.proofs.kernel import Fact, RefusedError, Setting, check
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.sums import atom, number, write
from dpverify.proofs.theorem import check_proof, replayed_proof
from tests.proofs.genuine import documents, parts_of
from tests.rejects.proof_forgeries import Proof, forgeries
from tests.rejects.proof_judge import still_proves

Accepts = Callable[[Setting, Any], bool]


def _by_instantiation() -> Proof:
    """Σ_{y,w} (p[y]·p[w] + 1/2) ≥ 0: one axiom used at two indices; and what is left of 2·A."""
    p, e = atom("p", "y"), atom("e")
    both = {"y": "y", "w": "y"}
    pairs = (p * atom("p", "w") + number(1)).over(both)
    axioms = {"p >= 0": Fact({"y": "y"}, p), "e >= 1": Fact({}, e - number(1))}
    setting = Setting(axioms, {}, (Fact({}, pairs),))
    twice = p * atom("p", "w") * e + e
    steps = [
        {
            "name": "pointwise",
            "by": "lemma",
            "free": both,
            "claim": write(twice),
            "products": [
                [c, [*names, *e_part]]
                for c, names in (("1", ["p >= 0", ["p >= 0", {"y": "w"}]]), ("1", []))
                for e_part in (["e >= 1"], [])
            ],
        },
        {"name": "total", "by": "sum", "of": "pointwise", "over": ["y", "w"]},
        {
            "name": "e positive",
            "by": "lemma",
            "free": {},
            "relation": ">",
            "claim": write(e),
            "products": [["1", []], ["1", ["e >= 1"]]],
        },
        {
            "name": "rest",
            "by": "cancel",
            "free": {},
            "claim": write(pairs),
            "of": "total",
            "factor": "e positive",
        },
    ]
    return Proof("by instantiation", setting, steps)


@cache
def genuine(every: int = 1) -> dict[str, Proof]:
    """One stored proof in so many, one more for each rule that these lack, and one made up."""
    names, rules = list(documents())[::every], set[str]()
    for name in (*names, *documents()):
        own = {step["by"] for _, steps in parts_of(name).values() for step in steps}
        if not own <= rules and name not in names:
            names.append(name)
        rules |= own
    found = {
        f"{name} {part}".rstrip(): Proof(f"{name} {part}", setting, steps)
        for name in names
        for part, (setting, steps) in parts_of(name).items()
    }
    return {**found, "by instantiation": _by_instantiation()}


@cache
def corpus(every: int) -> tuple[Proof, ...]:
    """Changed copies of these, fewer of each where there are more."""
    return tuple(forgeries(genuine(every), most=max(1, 24 // len(genuine(every)))))


@cache
def forged(every: int) -> tuple[Proof, ...]:
    """Those that are proofs no longer, in the eyes of the other judge."""
    return tuple(each for each in corpus(every) if not still_proves(each.setting, each.steps))


SAMPLES = [
    pytest.param(8, id="every eighth proof"),
    pytest.param(1, id="every proof", marks=pytest.mark.slow),
]


@pytest.fixture(scope="module", params=SAMPLES)
def every(request: pytest.FixtureRequest) -> int:
    """1 for all stored proofs, 8 for every eighth."""
    found: int = request.param
    return found


@dataclass(frozen=True)
class Score:
    """How many genuine proofs a judge accepts, and which forged ones."""

    genuine: int
    forged: tuple[Proof, ...]


def score(accepts: Accepts, every: int) -> Score:
    """The score of a judge of proofs."""
    return Score(
        sum(accepts(proof.setting, proof.steps) for proof in genuine(every).values()),
        tuple(proof for proof in forged(every) if accepts(proof.setting, proof.steps)),
    )


def kernel(setting: Setting, steps: Any) -> bool:
    """The proof kernel as a judge; an exception other than its own is an error."""
    try:
        check(setting, steps)
    except RefusedError as refusal:
        text = str(refusal)
        assert text
        assert "\n" not in text
        return False
    return True


@pytest.mark.long
def test_the_kernel_accepts_the_genuine_and_no_other(every: int) -> None:
    """All genuine proofs, and of the forged ones none."""
    found = score(kernel, every)
    assert found.genuine == len(genuine(every))
    assert [(each.entry, each.kind, each.steps) for each in found.forged] == []


def test_dummies_score_as_they_should(every: int) -> None:
    """Accepting everything is caught by every forgery; accepting nothing, by every genuine one."""
    always = score(lambda _setting, _steps: True, every)
    assert (always.genuine, always.forged) == (len(genuine(every)), forged(every))
    assert score(lambda _setting, _steps: False, every) == Score(0, ())


def test_a_judge_that_forgets_one_check_is_caught(every: int) -> None:
    """One that looks at the steps but not the goals, and one that looks at the goals alone."""

    def no_goals(setting: Setting, steps: Any) -> bool:
        (first, *_) = setting.axioms.values()
        return kernel(Setting(setting.axioms, setting.parts, (first,)), steps)

    def last_claim(setting: Setting, steps: Any) -> bool:
        return bool(steps) and any(write(g.expr) == steps[-1].get("claim") for g in setting.goals)

    assert len({each.kind for each in score(no_goals, every).forged}) >= 3
    assert len({each.kind for each in score(last_claim, every).forged}) >= 20


def test_the_corpus_is_large_and_of_many_kinds(every: int) -> None:
    """At least 200 forgeries, of every kind that the issue names."""
    kinds = Counter(each.kind for each in forged(every))
    assert len(forged(every)) >= 200
    assert len(kinds) >= 60
    assert {
        "coefficient changed",
        "coefficient negative",
        "claim: index renamed",
        "factor of another name",
        "normalisation used twice",
        "inequality used as an equation",
        "step deleted",
        "step after its use",
        "step of another proof",
        "case missing",
        "cases exchanged",
        "sum over a bound variable",
        "sum over another variable",
        "sort changed",
        "name of an axiom",
        "relation >",
        "relation =",
        "cancelled by another factor",
        "branch missing",
        "branches exchanged",
        "branch: order changed",
        "cases on another fact",
        "setting: goal strengthened",
        "setting: axiom dropped",
    } <= kinds.keys()


def test_few_changed_copies_are_proofs_still(every: int) -> None:
    """Such as a proof without a step that nothing used; the kernel need not accept them."""
    assert len(corpus(every)) - len(forged(every)) <= len(corpus(every)) // 8


@pytest.mark.parametrize("name", sorted(genuine()))
def test_the_other_judge_accepts_the_genuine(name: str) -> None:
    """Its numbers agree that every step follows and the goal is reached."""
    proof = genuine()[name]
    assert still_proves(proof.setting, proof.steps)


@pytest.mark.parametrize("name", sorted(documents()))
def test_a_proof_proves_no_mutant(name: str) -> None:
    """The proof of a true statement is none of its false neighbours."""
    for mutant in entry(name).mutants:
        try:
            settings = settings_of(mutant.statement)
        except Undecided:
            continue
        steps = documents()[name]["steps"]
        shown = [part in steps and kernel(each, steps[part]) for part, each in settings.items()]
        assert not all(shown), mutant.name


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", sorted(genuine()))
def test_a_proof_proves_no_other_statement(name: str) -> None:
    """Only where two statements ask for the same is a proof of one a proof of the other.

    The base of an induction may ask for what it assumes: there any valid steps will do.
    """
    for other, proof in genuine().items():
        if proof.setting != genuine()[name].setting and not kernel(proof.setting, []):
            assert not kernel(proof.setting, genuine()[name].steps), other


def test_a_document_for_another_statement_is_outdated() -> None:
    """A stored proof counts for the registered statement only, by its digest and by its steps."""
    name, other = "dp.post-processing.approx", "dp.convexity.hidden"
    document, foreign = documents()[name], documents()[other]
    statement, another = entry(name).statement, entry(other).statement
    assert check_proof(document, statement).status == "accepted"
    assert check_proof(document, another).status == "outdated"
    with_digest = {**document, "definitions": foreign["definitions"]}
    assert check_proof(with_digest, another).status == "rejected"
    wrong: list[Any] = [None, [], {}, {"": None}, {"": []}, {"x": document["steps"][""]}, "steps"]
    for steps in wrong:
        assert check_proof({**document, "steps": steps}, statement).status == "rejected"
    assert check_proof({}, statement).status == "outdated"
    assert replayed_proof({**document, "entry": other}).status == "outdated"
    nobody: list[Any] = [None, "dp.no-such-entry", [], {}]
    for none in nobody:
        assert replayed_proof({**document, "entry": none}).status == "rejected"


def test_each_direction_of_an_equivalence_has_its_own_steps() -> None:
    """None may be missing, and none is one too many."""
    for name in documents():
        document, statement = documents()[name], entry(name).statement
        first, *rest = document["steps"]
        missing = {part: document["steps"][part] for part in rest}
        more = {**document["steps"], "1 implies 1": document["steps"][first]}
        for steps in (missing, more):
            assert check_proof({**document, "steps": steps}, statement).status == "rejected"
