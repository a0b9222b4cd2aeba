"""Scores of canaries: how they are read, and which guesses are counted."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import dpverify as dv
from dpverify.checkers.audit.nulls import claim_of
from dpverify.checkers.audit.one_run import Scores, audited, chance, guessed, read_scores
from dpverify.defs.errors import InputError


def test_half_of_the_guesses_are_about_the_highest() -> None:
    """Of 16 canaries by hand: those above 8 took part, but for the highest one."""
    included = np.arange(16) > 8
    included[15] = False
    found = guessed(Scores(np.arange(16.0), included), 0)
    # All 16: 8 lowest are out (8 right), of the 8 highest 6 took part. Four: 2 and 1. Two: 1 and 0.
    assert found == ((16, 14), (4, 3), (2, 1))


def test_equal_scores_tell_nothing_by_their_order() -> None:
    """A file that lists first who took part would else be guessed rightly."""
    included = np.arange(1000) >= 500
    made, right = guessed(Scores(np.zeros(1000), included), 3)[0]
    assert made == 1000
    assert 400 < right < 600


def test_the_chance_of_one_right_guess() -> None:
    """By hand: one coin, and with δ = 1/10 of one canary 2·δ·(1/2) more."""
    assert chance(1, 1, 1, 0.0, 0.0) == pytest.approx(0.5, rel=1e-5)
    assert chance(1, 1, 1, 0.0, 0.1) == pytest.approx(0.6, rel=1e-5)


def test_the_document_is_one_that_the_kernel_accepts() -> None:
    rng = np.random.default_rng(1)
    included = rng.random(400) < 0.5
    scores = Scores(included + rng.normal(0, 0.3, 400), included)
    found = audited(scores, claim_of(dv.ApproxDP(eps=1, delta="1e-5")), Fraction(1, 20), 0, "x")
    assert found["verdict"] == "fails"
    assert float(found["lower_bound"]["eps"]) > 1
    assert dv.replay(found).status == "accepted"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a,b\n1,1\n", "no column 'score'"),
        ("score,included\nx,1\n", "line 2"),
        ("score,included\n1,maybe\n", "line 2"),
        ("score,included\nnan,1\n", "line 2"),
        ("score,included\n1,1\n", "has 1 canaries"),
        ("score,included,included\n1,0,1\n", "the column 'included' twice"),
        ("score,included\n1,1,\n0,0,1\n", "line 3 of .* has more cells than there are columns"),
    ],
)
def test_files_that_are_none(tmp_path: Path, text: str, words: str) -> None:
    """One line that says which rule is broken."""
    path = tmp_path / "scores.csv"
    path.write_text(text)
    with pytest.raises(InputError, match=words):
        read_scores(str(path))
