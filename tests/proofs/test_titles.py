"""Titles say what is claimed, where a statement can tell; one theorem is called one."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from fractions import Fraction

import pytest

import dpverify as dv
from dpverify.proofs.entry import Entry
from dpverify.proofs.registry import entries, entry
from dpverify.proofs.theorem import stored, stored_names

TRUE = [each for each in entries() if each.expected != "refuted"]
GUESSERS = {
    "maximum-likelihood guesser": "likelihood-guess-error",
    "every guesser": "bayes-guess-error",
    "Bayes guesser": "bayes-guess-error",
}


@pytest.mark.parametrize("each", TRUE, ids=lambda each: each.id)
def test_several_cases_are_counted(each: Entry) -> None:
    """What was computed in cases does not read as if it were true of all."""
    count = len(each.statement.cases)
    if count > 1:
        assert f"{count} cases" in each.title


@pytest.mark.parametrize("each", TRUE, ids=lambda each: each.id)
def test_a_size_that_is_fixed_is_named(each: Entry) -> None:
    """At most 3 steps: k ≤ 3. Records of 2 values are bits, in one word."""
    for text in each.statement.fixed:
        for size in re.findall(r"\d+", text):
            words = r"2|two|bits?" if size == "2" else size
            assert re.search(rf"\b({words})\b", each.title), text


@pytest.mark.parametrize("each", TRUE, ids=lambda each: each.id)
def test_a_threshold_that_is_fixed_is_named(each: Entry) -> None:
    """What was tested of counts above 2 does not read as if every threshold were meant."""
    for threshold in re.findall(r"released above (\d+)", each.words):
        assert re.search(rf"above {threshold}\b", each.title)


def test_of_how_many_records_an_experiment_is() -> None:
    """One run of 64 bits with noise that is drawn is no O(α²n), whatever the noise."""
    title = entry("reconstruction.random-queries.linear-decoding").title
    assert "n = 64" in title
    assert "uniform" in title


def test_a_decomposition_is_said_of_a_pair() -> None:
    """Of three laws there need not be one for all: then no share is common to them."""
    laws = [["1/2", "1/2", 0], ["1/2", 0, "1/2"], [0, "1/2", "1/2"]]
    mechanism = dv.Channel(list("abc"), list("xyz"), laws)
    assert dv.check(mechanism, dv.ApproxDP(eps=0, delta="1/2")).holds
    # A law that all rows share has at most the smallest probability of each output.
    smallest = [min(mechanism.probability(x, y) for x in "abc") for y in "xyz"]
    assert sum(smallest) < Fraction(1, 2)
    assert "pair" in entry("dp.decomposition.exists").title


@pytest.mark.parametrize("query", ["geometric-mean", "harmonic-mean"])
def test_records_of_these_means_are_positive(query: str) -> None:
    """A scenario with a record 0 is refused: what is known there does not merely shift."""
    assert "positive records" in entry(f"pk.reducible.{query}").title
    assert "positive records" in entry(f"pk.reducible.{query}").words


@pytest.mark.parametrize("each", entries(), ids=lambda each: each.id)
def test_an_order_is_one_index(each: Entry) -> None:
    """D_α + 1(P‖Q) reads as a sum; D_(α + 1)(P‖Q) does not."""
    assert not re.search(r"D_[^(\s]*[\s·+]", each.formula)


def test_some_sizes_are_fixed() -> None:
    """Otherwise nothing was asked above."""
    assert sum(bool(each.statement.fixed) for each in TRUE) >= 6


@pytest.mark.parametrize("each", entries(), ids=lambda each: each.id)
def test_the_guesser_is_the_one_that_is_meant(each: Entry) -> None:
    """The Bayes guesser errs least of all guessers; the one of the likelihood does not."""
    for words, definition in GUESSERS.items():
        if words in each.title:
            concluded = [claim.definition for claim in each.statement.concluded]
            assert any(name.startswith(definition) for name in concluded)


@pytest.mark.parametrize("each", entries(), ids=lambda each: each.id)
def test_a_title_stands_alone(each: Entry) -> None:
    """Tables show it without the entry before it."""
    assert not re.match(r"(So|The same)\b", each.title)


@pytest.mark.parametrize("each", TRUE, ids=lambda each: each.id)
def test_the_prior_is_named(each: Entry) -> None:
    """What a guesser errs with is said of one prior, or of all."""
    if "guesser" in each.title or "guess errs" in each.title:
        assert "prior" in each.title


@pytest.mark.parametrize("name", stored_names())
def test_the_orders_are_named(name: str) -> None:
    """A proof speaks of orders from 2 on, and a Rényi divergence has smaller ones."""
    each = entry(name)
    if "order" in each.statement.parameters.values():
        assert "α ≥ 2" in each.title


def test_entries_with_the_same_axioms_and_goals_are_one_theorem() -> None:
    """And all but one of them say with which."""
    alike = defaultdict(list)
    for name in stored_names():
        document = stored(entry(name))
        assert document is not None
        alike[json.dumps(document["settings"], sort_keys=True)].append(name)
    groups = [names for names in alike.values() if len(names) > 1]
    assert len(groups) >= 5
    for names in groups:
        said = [any(f"`{other}`" in entry(name).notes for other in names) for name in names]
        assert said.count(False) == 1, names


def test_a_scope_says_where_it_starts() -> None:
    """Two neighbours are two inputs."""
    from dpverify.proofs.examine import ALL_SIZES, _every_size

    of_channels = entry("dp.post-processing.approx").statement
    of_records = entry("dp.odds.independent-records").statement
    of_numbers = entry("guessing.worst-prior").statement
    assert _every_size(of_channels) == f"{ALL_SIZES}, from two inputs on"
    assert _every_size(of_records) == ALL_SIZES
    assert _every_size(of_numbers) == "every parameter"
    of_given_channels = entry("dp.sequential-composition.attained").statement
    assert _every_size(of_given_channels) == "every parameter"
