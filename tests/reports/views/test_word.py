"""Reports about continuous noise show the word, both densities, the bound and the limit."""

from __future__ import annotations

from dataclasses import replace

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.defs.mechanisms import library_mechanism
from dpverify.reports.markdown import to_markdown
from dpverify.reports.result_report import result_report
from dpverify.reports.terminal import to_text


def test_a_failure_shows_the_released_value_and_both_densities() -> None:
    found = library_mechanism("B13").with_parameters(n=2, eps="1/10")
    document = dv.check(found, dv.PureDP(eps="9/100"), all_inputs=False).to_dict()
    text = to_text(result_report(read_answer(document)))
    for part in ("•; released: -2", "density on input (-1, -1)", "1/40*exp(-1/10)", "Excess",
                 "ε ≤ 1/10 = 0.1: the noise of one input, shifted"):  # fmt: skip
        assert part in text
    assert "`1/40*exp(-1/10)`" in to_markdown(result_report(read_answer(document)))


def test_a_supremum_shows_where_it_is_approached() -> None:
    found = library_mechanism("B11").with_parameters(n=2)
    document = dv.measure(found, "pure-dp", all_inputs=True).to_dict()
    text = to_text(result_report(read_answer(document)))
    assert "the smallest ε that holds is 1" in text
    assert "x = (-g, g) and x' = (-g - 1, g + 1) as the gaps grow" in text
    assert "(1/4*eps)" in text


def test_numbers_for_gaps_are_shown() -> None:
    found = library_mechanism("B11").with_parameters(n=2)
    document = dv.check(found, dv.PureDP(eps="99/100"), all_inputs=True).to_dict()
    assert ", with g = " in to_text(result_report(read_answer(document)))


def test_a_result_on_all_real_inputs_says_what_was_covered() -> None:
    """In the title and in what was checked; nothing was covered where there is no alignment."""
    found = library_mechanism("B13").with_parameters(n=2)
    for relation, near in (("A", "at distance at most 1 in each"), ("O", "that differ in one of")):
        about = replace(found, about={**found.about, "moves": relation})
        document = dv.check(about, dv.PureDP(eps=2), all_inputs=True).to_dict()
        text = " ".join(to_text(result_report(read_answer(document))).split())
        assert f"all real inputs of 2 numbers, neighbours {near}" in text
        assert text.startswith("holds: pure-dp with ε = 2, ")
        assert "on all real inputs In short" in text
        assert "pairs" not in document["checked"]
    nothing = dv.check(library_mechanism("B24"), dv.PureDP(eps=2), all_inputs=True).to_dict()
    assert nothing["verdict"] == "fails"
    assert nothing["all_inputs"] is True
    assert [*nothing["checked"]] == ["words"]
    one = dv.check(library_mechanism("B25").with_parameters(n=1), dv.PureDP(eps=2), all_inputs=True)
    assert one.to_dict()["checked"]["inputs"] == "all real inputs, neighbours at distance at most 1"
