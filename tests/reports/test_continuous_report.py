"""Reports about continuous noise show the word, both densities, the bound and the limit."""

from __future__ import annotations

import dpverify as dv
from dpverify.defs.mechanisms import library_mechanism
from dpverify.reports.markdown import to_markdown
from dpverify.reports.result_report import result_report
from dpverify.reports.terminal import to_text


def test_a_failure_shows_the_released_value_and_both_densities() -> None:
    found = library_mechanism("B13").with_parameters(n=2, eps="1/10")
    document = dv.check(found, dv.PureDP(eps="9/100")).to_dict()
    text = to_text(result_report(document))
    for part in ("•; released: -2", "density on input (-1, -1)", "1/40*exp(-1/10)", "Excess",
                 "alignments show ε ≤ 1/10 = 0.1 (230 characters)"):  # fmt: skip
        assert part in text
    assert "`1/40*exp(-1/10)`" in to_markdown(result_report(document))


def test_a_supremum_shows_where_it_is_approached() -> None:
    found = library_mechanism("B11").with_parameters(n=2)
    document = dv.measure(found, "pure-dp", all_inputs=True).to_dict()
    text = to_text(result_report(document))
    assert "the smallest ε that holds is 1" in text
    assert "x = (-g, g) and x' = (-g - 1, g + 1) as the gaps grow" in text
    assert "(1/4*eps)" in text


def test_numbers_for_gaps_are_shown() -> None:
    found = library_mechanism("B11").with_parameters(n=2)
    document = dv.check(found, dv.PureDP(eps="99/100"), all_inputs=True).to_dict()
    assert ", with g = " in to_text(result_report(document))
