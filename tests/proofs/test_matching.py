"""A stored proof proves what is the same up to names and order, and nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dpverify.checkers.answers.proofs import read_proof
from dpverify.proofs.entry import Entry
from dpverify.proofs.finding import setting_from, stored_proofs
from dpverify.proofs.kernel import check
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.matching import Known, matched
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.statement import AnyChannel, Claim, Statement
from dpverify.proofs.theorem import check_proof, checked_alone, found, settings_form
from tests.proofs.renamed import renamed

COPIED = (
    "dp.convexity.hidden",
    "dp.decomposition.suffices",
    "dp.guessing.uniform-prior.lower",
    "dp.optimal-composition.two",
    "dp.poisson-subsampling",
    "dp.post-processing.approx",
    "dp.sequential-composition.adaptive.approx",
    "dp.total-variation.bound",
    "dp.two-forms.approx",
    "par.weak-post-processing",
    "pk.ppkdp.post-processing",
    "qif.merging-proportional",
)


@pytest.mark.parametrize("name", COPIED)
def test_a_copy_under_other_names_is_proved(name: str) -> None:
    """By steps in its own names, which the kernel checks against its own setting."""
    original = entry(name)
    copy = replace(original, id="mine.copy", statement=renamed(original.statement), mutants=())
    document = found(copy, seconds=20)
    assert isinstance(document, dict)
    assert check_proof(document, copy.statement).status == "accepted"
    assert checked_alone(document).status == "accepted"
    assert check_proof(document, original.statement).status != "accepted"


@pytest.mark.parametrize("prefix", ["v", "w", "z"])
def test_the_names_of_labels_do_not_matter(prefix: str) -> None:
    """Before or after those of the stored proof, the document is one that can be read.

    A step that says a goal in other index variables left out its multiples, which are none; then
    `prove` ended, with all that it was asked about.
    """
    statement = Statement(
        objects={
            "M": AnyChannel(Size("inputs", "x"), Size("outputs", "y")),
            "K": AnyChannel(OutputsOf("M"), Size("others", prefix)),
        },
        derived={"N": {"post_process": ["M", "K"]}},
        parameters={"eps": "loss"},
        hypotheses=(Claim("M", "pure-dp", {"eps": "eps"}),),
        conclusion=Claim("N", "pure-dp", {"eps": "eps"}),
        sizes={"inputs": (2, 2), "outputs": (2, 3), "others": (2, 3)},
    )
    own = Entry(id="mine.post", title="t", statement=statement, source="me", expected="proved")
    document = found(own, seconds=20)
    assert isinstance(document, dict)
    assert check_proof(document, statement).status == "accepted"
    assert read_proof(document).steps


def test_a_further_hypothesis_does_no_harm() -> None:
    """What is not used need not be in the stored proof."""
    original = entry("dp.post-processing.pure")
    more = (Claim("M", "total-variation-at-most", {"bound": "c"}),)
    statement = replace(
        original.statement,
        parameters={"c": "value", **original.statement.parameters},
        hypotheses=(*more, *original.statement.hypotheses),
    )
    document = found(replace(original, id="mine.more", statement=statement), seconds=20)
    assert isinstance(document, dict)
    assert check_proof(document, statement).status == "accepted"


def test_settings_are_read_as_they_are_written() -> None:
    """A setting and its form say the same."""
    form = settings_form(settings_of(entry("dp.poisson-subsampling").statement))
    again = {name: setting_from(each) for name, each in form.items()}
    assert settings_form(again) == form


def test_a_missing_axiom_is_not_made_up() -> None:
    """Without the hypothesis, or with the wrong constant in it, no stored proof fits."""
    (setting,) = settings_of(entry("dp.post-processing.approx").statement).values()
    without = {name: f for name, f in setting.axioms.items() if not name.startswith("hypothesis")}
    fact = setting.axioms["hypothesis 0"]
    doubled = {**setting.axioms, "hypothesis 0": replace(fact, expr=fact.expr + fact.expr)}
    for axioms in (without, doubled):
        other = replace(setting, axioms=axioms)
        assert all(matched(known, other) is None for known in stored_proofs())


def test_steps_that_prove_nothing_fit_nothing() -> None:
    """A forged proof among the known ones is no proof of its own setting."""
    true = next(known for known in stored_proofs() if known.source == "dp.post-processing.approx")
    forged = Known(true.setting, true.steps[:-1], "forged")
    assert matched(forged, true.setting) is None
    steps = matched(true, true.setting)
    assert steps is not None
    check(true.setting, steps)
