"""Every finding is a counterexample for whoever asks for it by name."""

from __future__ import annotations

import pytest

from dpverify.checkers.kernel.door import replay
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers.documents import read
from dpverify.proofs.number_refutation import replayed_numbers
from dpverify.reports.findings.catalogue import counterexample, findings
from dpverify.reports.json_report import to_json
from dpverify.reports.markdown import to_markdown

QUICK = (
    "loose-exponential-mechanism",
    "sparse-vector.B23",
    "sparse-vector.B24",
    "sparse-vector.B25",
    "permute-and-flip.zcdp",
    "library.pure-ldp.rappor",
    "library.opendp.laplace-threshold",
    "pk.theorem-3.as-printed",
    "dp.post-processing.probabilistic",
    "dp.approx-as-probabilistic",
)
SLOW = sorted({each.name for each in findings()} - {*QUICK})


def accepted(name: str) -> int:
    """How many documents it has; a kernel accepts each."""
    documents = counterexample(name).documents
    for document in documents:
        if document["schema"].startswith("dpverify.number-refutation/"):
            outcome = replayed_numbers(read(to_json(document)))
        else:
            outcome = replay(read(to_json(document)))
        assert outcome.status == "accepted", outcome.text
    return len(documents)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", QUICK)
def test_a_kernel_accepts_what_refutes(name: str) -> None:
    assert accepted(name) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_a_kernel_accepts_what_refutes_the_others(name: str) -> None:
    """Statements about forms and properties have no document; their page says the numbers."""
    accepted(name)


def test_it_shows_no_file_that_is_not_there() -> None:
    """The page of the gallery has a drawing beside it, this one does not."""
    text = to_markdown(counterexample("dp.approx-as-probabilistic").report)
    assert "Counterexample" in text
    assert ".svg" not in text


def test_names_and_options_that_are_not_there() -> None:
    with pytest.raises(UsageError, match=r"did you mean 'sparse-vector\.B2\d'"):
        counterexample("sparse-vector.B32")
    with pytest.raises(UsageError, match="there is no counterexample 'x'; see"):
        counterexample("x")
    with pytest.raises(UsageError, match="takes no --n"):
        counterexample("sparse-vector.B23", n="3")
    with pytest.raises(UsageError, match="takes no --n"):
        counterexample("approx-as-probabilistic", n="3")
