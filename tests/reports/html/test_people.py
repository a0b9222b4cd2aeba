"""Pages for people: what stands where, what is marked, what folds, and which colours there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.reports.deciding_lines import LOOKS, source_of
from dpverify.reports.figures import number_span
from dpverify.reports.html.blocks import blocks_html
from dpverify.reports.html.page import report_page
from dpverify.reports.html.result_page import result_page
from dpverify.reports.model import Display, Report, Table, code, paragraph
from tests.command_line import run
from tests.reports.html.parsed import Parsed, parsed
from tests.reports.html.samples import COMMANDS, pages

PROGRAM = """
import dpverify as dv

@dv.mechanism(inputs=[3, 4])
def leaks(count, draw):
    if count < 4:
        return "<few>"
    return count + draw.discrete_laplace(2, low=-4, high=4)
"""


def leak(tmp_path: Path) -> Parsed:
    """The page of a program that leaks, as the command writes it."""
    (tmp_path / "leaks.py").write_text(PROGRAM, encoding="utf-8")
    words = ("check", f"{tmp_path / 'leaks.py'}:leaks", "--definition", "pure-dp", "--eps", "1/2")
    outcome = run(*words, "--format", "html")
    assert outcome.status == 1, outcome.err
    return parsed(outcome.out)


def test_a_page_reads_from_the_sentence_to_the_command(tmp_path: Path) -> None:
    """Plain words, the claim, its formula, the source, the witness, drawings, evidence, scope."""
    text = leak(tmp_path).text
    order = (
        "Whoever sees the output", "Claim", "The mechanism", LOOKS,
        "The witness, to be checked by hand", "Run it on input", "The channel",
        "Privacy-loss distribution", "What this rests on", "Evidence", "Scope", "How to re-check",
    )  # fmt: skip
    places = [text.index(words) for words in order]
    assert places == sorted(places)


def test_the_source_is_text_with_its_deciding_lines_marked(tmp_path: Path) -> None:
    """The three lines; what is written in the source stays text."""
    found = leak(tmp_path)
    assert [name for name, _ in found.tags].count("mark") == 3
    assert "if count < 4:" in found.texts
    assert 'return "<few>"' in found.texts


def test_a_result_of_a_file_has_no_source() -> None:
    channel = dv.load_channel("examples/randomized_response.json")
    page = result_page(read_answer(dv.check(channel, dv.PureDP(eps=2)).to_dict()), COMMANDS)
    assert "The mechanism" not in parsed(page).texts


def test_a_source_is_shown_as_it_is() -> None:
    """Labels and numbers of lines too: nothing of a file becomes markup."""
    text = "def f(x, draw):\n  return '</code><script>window.pwned = 1</script>'\n"
    channel = dv.Channel(["a", "b"], ["y"], [["1"], ["1"]])
    answer = read_answer(dv.check(channel, dv.PureDP(eps=1)).to_dict())
    found = parsed(result_page(answer, source=source_of(text, "f", "<b>.py")))
    assert "script" not in {name for name, _ in found.tags}
    assert any("</code><script>" in each for each in found.texts)


def test_a_long_number_folds_and_is_whole_within() -> None:
    """In a paragraph and in a table; a short one does not."""
    digits = "7" * 300
    spans = paragraph("it is ", number_span(digits), label="Tight")
    made = blocks_html((spans, Table(("a",), ((number_span(digits),),))))
    assert made.count("<details") == 2
    assert made.count(digits) == 2
    assert "(300 characters)" in made
    assert "<p>it is" not in made  # a paragraph would end before what unfolds
    assert "<details" not in blocks_html((paragraph(number_span("7" * 40)),))


def test_exponents_stand_above_and_symbols_keep_their_numbers() -> None:
    made = blocks_html((paragraph("at most e^ε times, at e^-2.5, but x^2 and the^ε stay"),))
    assert "e<sup>ε</sup> times" in made
    assert "e<sup>-2.5</sup>" in made
    assert "x^2 and the^ε stay" in made
    page = report_page(Report(("M with ε = ", code("1/2"), " holds"), (paragraph("x"),)))
    assert '<span class="whole">ε = <code>1/2</code></span> holds</h1>' in page


def test_no_line_ends_within_an_option() -> None:
    made = blocks_html((Display(("dpverify check x --all-inputs --eps 1",), "sh"),))
    assert 'x <span class="whole">--all-inputs</span> <span class="whole">--eps</span> 1' in made


@pytest.mark.long
@pytest.mark.parametrize("name", ["proof", "refutation"])
def test_colours_are_for_verdicts(name: str) -> None:
    """One badge on the page of a claim: its status; that it was expected has no colour."""
    found = parsed(pages()[name])
    badges = [attrs["class"] for _, attrs in found.tags if "badge" in (attrs.get("class") or "")]
    assert badges == [{"proof": "badge good", "refutation": "badge bad"}[name]]
    assert any("as registered" in text for text in found.texts)
    assert any(text.startswith("This is") for text in found.texts)


@pytest.mark.long
def test_other_answers_say_it_in_short_and_draw() -> None:
    """A region, a guess, an audit: the sentence, a drawing, scope, how to re-check."""
    commands = {
        "region": "region examples/packs/dpriv-bench:1/noisy-max/6 --over n=2..3,d=1..3,eps=all",
        "guess": "guess --attribute examples/cafeteria.csv:time --precision 5 --advantage 1/10",
        "audit": "audit examples/samplers.py:count --inputs [3,4] --definition pure-dp --eps 1/2"
        " --draws 20000",
    }
    said = {
        "region": "It holds where d is at most 2, and in no other of these.",
        "guess": "As long as ε is at most 0.1516, nobody with this prior",
        "audit": "The samples show that the claim is false",
    }
    for name, command in commands.items():
        found = parsed(run(*command.split(), "--format", "html", "--quiet").out)
        assert said[name] in found.text, name
        assert "svg" in {tag for tag, _ in found.tags}
        for words in ("Scope", "How to re-check"):
            assert words in found.texts, name
        assert re.search(r"dpverify replay \S+\.json", "".join(found.texts))
