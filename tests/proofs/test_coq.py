"""The Coq export: which theorems, in which words; Coq accepts them, and refuses wrong ones."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from benchmarks.coq import AXIOMS_OF_THE_REALS, compiled
from dpverify.defs.errors import Undecided
from dpverify.proofs.coq.document import coq_file, coq_name, library, proved_ids
from tests.command_line import run

needs_coq = pytest.mark.skipif(shutil.which("coqc") is None, reason="no Coq here")

FIXED = "a fixed channel"
WRITTEN_OUT = "written out"
LOSS = "expected-loss"
RANGE, CHI, ORDER, COUNT = "a bounded range", "chi-squared-dp", "of kind order", "of kind count"
RENYI, PROPERTY = "renyi-divergence-at-most", "a property"
LEFT_OUT = {
    "dp.above-threshold.any": WRITTEN_OUT,
    "dp.above-threshold.counts": WRITTEN_OUT,
    "dp.advanced-joint-convexity.least": WRITTEN_OUT,
    "dp.advanced-joint-convexity.most": WRITTEN_OUT,
    "dp.bounded-range-implies-pure": RANGE,
    "dp.chi-squared-implies-renyi": RENYI,
    "dp.composition.bounded-range": RANGE,
    "dp.composition.chi-squared": CHI,
    "dp.composition.chi-squared.adaptive": CHI,
    "dp.composition.renyi": ORDER,
    "dp.composition.renyi.adaptive": ORDER,
    "dp.convexity.chi-squared": CHI,
    "dp.convexity.renyi": ORDER,
    "dp.expected-loss.attained": LOSS,
    "dp.expected-loss.half-square": LOSS,
    "dp.expected-loss.linear": LOSS,
    "dp.expected-loss.tanh": LOSS,
    "dp.group-privacy.approx": "n steps",
    "dp.group-privacy.pure": "n steps",
    "dp.group-privacy.total-variation": "n steps",
    "dp.hypothesis-testing.region": WRITTEN_OUT,
    "dp.n-fold-composition.approx": "n mechanisms",
    "dp.n-fold-composition.pure": "n mechanisms",
    "dp.noisy-max.any": WRITTEN_OUT,
    "dp.noisy-max.counts": WRITTEN_OUT,
    "dp.odds.independent-records": WRITTEN_OUT,
    "dp.odds.two-correlated-records": WRITTEN_OUT,
    "dp.optimal-composition.three": "4 MB",
    "dp.optimal-composition.three.attained": "minutes",
    "dp.parallel-composition.disjoint-blocks.approx": FIXED,
    "dp.parallel-composition.disjoint-blocks.pure": FIXED,
    "dp.poisson-subsampling": WRITTEN_OUT,
    "dp.poisson-subsampling.pure": WRITTEN_OUT,
    "dp.post-processing.bounded-range": RANGE,
    "dp.post-processing.chi-squared": CHI,
    "dp.post-processing.renyi": ORDER,
    "dp.pufferfish.from-local": "about a map",
    "dp.pufferfish.from-local.approx": "about a map",
    "dp.pure-implies-renyi": ORDER,
    "dp.renyi-implies-chi-squared": CHI,
    "dp.renyi-to-approx.moment": ORDER,
    "dp.sampling-without-replacement": WRITTEN_OUT,
    "dp.sampling-without-replacement.pure": WRITTEN_OUT,
    "dp.sparse-vector.any": COUNT,
    "dp.sparse-vector.counts": COUNT,
    "dp.sparse-vector.new-thresholds.any": COUNT,
    "dp.sparse-vector.new-thresholds.counts": COUNT,
    "dp.two-steps.approx": WRITTEN_OUT,
    "dp.two-steps.pure": WRITTEN_OUT,
    "dp.two-steps.total-variation": WRITTEN_OUT,
    "guessing.posterior.simplified-bound": WRITTEN_OUT,
    "laplace.discrete.k-dimensional": WRITTEN_OUT,
    "laplace.k-dimensional": WRITTEN_OUT,
    "par.composition.mean": LOSS,
    "par.composition.mean.attained": LOSS,
    "par.composition.mean.printed": LOSS,
    "pk.middle-law": WRITTEN_OUT,
    "pk.reducible.shifted-sum": WRITTEN_OUT,
    "qif.bayes-capacity.attained": PROPERTY,
    "qif.bayes-capacity.post-processing": PROPERTY,
    "qif.bayes-capacity.pure": PROPERTY,
    "reconstruction.all-queries.four-times-the-bound": WRITTEN_OUT,
    "sensitivity.mean.bounded": WRITTEN_OUT,
    "sensitivity.mean.unbounded": WRITTEN_OUT,
}
"""What cannot be written yet, each with a word of the reason; everything else can."""

WORDS = {
    "dp.post-processing.approx": """
  forall (X : Type) (near : X -> X -> Prop) (set_y set_z : Finite) (M : X -> set_y -> R)
  (f : set_y -> set_z -> R) (eps delta : R),
  symmetric near -> channel M -> channel f -> 0 <= eps -> 0 <= delta <= 1 ->
  of_neighbours near M (approx eps delta) ->
  of_neighbours near (post_process M f) (approx eps delta).""",
    "dp.total-variation.is-delta-at-zero": """
  forall (X : Type) (near : X -> X -> Prop) (set_y : Finite) (M : X -> set_y -> R) (delta : R),
  symmetric near -> channel M -> 0 <= delta <= 1 ->
  forall x x', near x x' ->
  (total_variation (M x) (M x') <= delta <-> approx 0 delta (M x) (M x')).""",
    "dp.guessing.uniform-prior.attained": """
  forall (eps : R),
  0 <= eps ->
  of_neighbours (fun x x' => x <> x') (mixture (exp eps / (1 + exp eps)) I J)
    (fun P Q => likelihood_error (1/2) P Q <= 1 / (exp eps + 1)).""",
    "dp.two-forms.pure": """
  forall (X : Type) (near : X -> X -> Prop) (set_y : Finite) (M : X -> set_y -> R) (eps : R),
  symmetric near -> channel M -> 0 <= eps ->
  forall x x', near x x' ->
  (pure eps (M x) (M x') <-> pure_by_output eps (M x) (M x')) /\\
  (pure_by_output eps (M x) (M x') <-> at_telling_event eps 0 (M x) (M x')).""",
    "guessing.worst-prior.loss": """
  forall (p s : R),
  0 <= p <= 1 -> 0 <= s ->
  (p * (p + (1 - p) * exp (2 * s)) - p) * (exp s + 1)
    <= (exp s - 1) * (p + (1 - p) * exp (2 * s)).""",
}


def words(text: str) -> list[str]:
    """A text without regard to where its lines end."""
    return text.split()


def stated(entry_id: str) -> list[str]:
    """The theorem, as its file says it."""
    name = coq_name(entry_id)
    found = re.search(
        rf"^Theorem {name} :$(.*?)^Proof", coq_file(entry_id), re.DOTALL | re.MULTILINE
    )
    assert found is not None
    return words(found[1])


@pytest.mark.long
def test_every_theorem_is_written_or_left_out_with_the_reason() -> None:
    left_out = {}
    for entry_id in proved_ids():
        try:
            text = coq_file(entry_id)
        except Undecided as reason:
            left_out[entry_id] = reason.text
            continue
        assert text.startswith(library())
        assert text.endswith(f"\nPrint Assumptions {coq_name(entry_id)}.\n")
        assert not re.search(r"\b(Axiom|Axioms|Parameter|Conjecture|Admitted|admit)\b", text)
    assert set(left_out) == set(LEFT_OUT)
    assert [key for key, word in LEFT_OUT.items() if word not in left_out[key]] == []


@pytest.mark.parametrize("entry_id", WORDS)
def test_a_statement_says_what_a_textbook_says(entry_id: str) -> None:
    """Written down by hand from the entry's formula."""
    assert stated(entry_id) == words(WORDS[entry_id])


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize(
    "entry_id",
    [
        "dp.post-processing.pure",
        "dp.sequential-composition.adaptive.approx",
        "dp.total-variation.is-delta-at-zero",
        "par.convexity.visible.larger",
        "guessing.worst-prior",
    ],
)
def test_coq_accepts(entry_id: str, tmp_path: Path) -> None:
    """A sample; `make coq` takes all."""
    outcome = compiled(tmp_path, coq_name(entry_id), coq_file(entry_id))
    assert outcome.error == ""
    assert outcome.axioms
    assert outcome.axioms <= AXIOMS_OF_THE_REALS


WRONG = [
    # Half the ε, half the δ; δ1 alone for a mixture; a weight above 1; a map that is no channel.
    ("dp.post-processing.pure", "f) (pure eps).", "f) (pure (eps/2))."),
    ("dp.post-processing.approx", "f) (approx eps delta).", "f) (approx eps (delta/2))."),
    ("dp.convexity.hidden", "0 <= w <= 1 ->", "0 <= w <= 2 ->"),
    ("dp.post-processing.approx", "channel f ->", "True ->"),
    ("dp.sequential-composition.independent.pure", "(eps1 + eps2)", "(Rmax eps1 eps2)"),
    ("dp.total-variation.is-delta-at-zero", "<-> approx 0 delta", "<-> approx delta delta"),
]  # fmt: skip


@pytest.mark.slow
@needs_coq
@pytest.mark.parametrize(("entry_id", "right", "wrong"), WRONG)
def test_coq_refuses_a_wrong_statement(
    entry_id: str, right: str, wrong: str, tmp_path: Path
) -> None:
    """The theorem with another claim in it, and the same proof."""
    text = coq_file(entry_id)
    start = text.index(f"Theorem {coq_name(entry_id)} :")
    end = text.index("Proof.", start)
    assert text.count(right, start, end) == 1
    changed = text[:start] + text[start:end].replace(right, wrong) + text[end:]
    assert compiled(tmp_path, "wrong", changed).error != ""


# ---------------------------------------------------------------- the command


def test_one_theorem(tmp_path: Path) -> None:
    text = coq_file("dp.post-processing.pure")
    assert run("export", "coq", "dp.post-processing.pure").out == text
    place = tmp_path / "pp.v"
    assert run("export", "coq", "dp.post-processing.pure", "--out", place).status == 0
    assert place.read_text("utf-8") == text


@pytest.mark.long
def test_all_theorems(tmp_path: Path) -> None:
    outcome = run("export", "coq", "--out", tmp_path / "theorems")
    *lines, last = outcome.out.splitlines()
    assert outcome.status == 0
    assert [line.split(": ")[1] for line in lines] == list(LEFT_OUT)
    written = {path.name for path in (tmp_path / "theorems").iterdir()}
    assert written == {f"{coq_name(i)}.v" for i in proved_ids() if i not in LEFT_OUT}
    assert last.startswith(f"{len(written)} of {len(proved_ids())} theorems")


def test_what_is_refused(tmp_path: Path) -> None:
    """One line each: no such entry; no proof for all sizes; no folder; a file for a folder."""
    (tmp_path / "file").write_text("")
    assert "there is no entry" in run("export", "coq", "dp.post-processing").one_line()
    assert run("export", "coq", "dp.expected-loss.linear").status == 3
    assert run("export", "coq", "dp.post-processing.probabilistic").status == 3
    assert "--out FOLDER" in run("export", "coq").one_line()
    assert "is a file" in run("export", "coq", "--out", tmp_path / "file").one_line()
    assert run("export", "lean", "dp.post-processing.pure").status == 2
    assert run("export", "coq", "dp.post-processing.pure", "--out", tmp_path / "a/b").status == 2
