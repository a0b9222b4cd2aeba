"""Whole pages: what they say, what they carry, and that nothing in them runs."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from typing import get_args, get_type_hints

import pytest

import dpverify as dv
from dpverify.checkers.answers.documents import read_answer
from dpverify.checkers.answers.proofs import Step, read_proof
from dpverify.checkers.answers.suites import read_suite
from dpverify.checkers.kernel.door import replay
from dpverify.proofs.kernel import _RULES
from dpverify.proofs.registry import entries
from dpverify.proofs.theorem import stored
from dpverify.reports.escape import visible
from dpverify.reports.html.blocks import blocks_html
from dpverify.reports.html.entry_page import BY, _chain
from dpverify.reports.html.index_page import index_page, part_of, sources_of
from dpverify.reports.html.page import report_page
from dpverify.reports.html.result_page import result_page
from dpverify.reports.model import Display, Report, Section, Span, Table, code, paragraph, strong
from dpverify.reports.proof_report import WHY
from tests.reports.hostile import PAYLOADS
from tests.reports.html.parsed import parsed
from tests.reports.html.samples import COMMANDS, hostile, large, pages, suite

RR = dv.Channel(["no", "yes"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]], title="a coin")


def blocks(words: str) -> Report:
    return Report(
        ("t ", code(words)),
        (
            paragraph("It ", Span(words, "bad"), code(words), strong(words), label=words),
            Display((words,), words),
            Table((words, "b"), ((words, code(words)),)),
            Section(words, (paragraph(words),)),
        ),
    )


@pytest.mark.parametrize("payload", PAYLOADS)
def test_a_payload_is_shown_and_does_nothing(payload: str) -> None:
    """In each kind of block: the page has the elements that a harmless text gives it."""
    found, harmless = parsed(report_page(blocks(payload))), parsed(report_page(blocks("harmless")))
    assert [name for name, _ in found.tags] == [name for name, _ in harmless.tags]
    assert found.texts.count(visible(payload)) == harmless.texts.count("harmless")


def test_a_paragraph_by_hand() -> None:
    """A label beside the text; numbers are code, a verdict is a badge, the rest is text."""
    made = blocks_html(
        (paragraph("It ", Span("fails", "bad"), " at ", code("1/2"), label="Claim"),)
    )
    assert made == (
        '<div class="row"><p class="label">Claim</p><p>It <strong class="badge bad">fails</strong>'
        " at <code>1/2</code></p></div>"
    )


@pytest.mark.long
@pytest.mark.parametrize("name", ["index", "proof", "refutation", "result", "large", "plots"])
def test_every_page_is_well_made(name: str) -> None:
    """Balanced, known elements, no address outside of the page, a policy that allows nothing."""
    page = pages()[name]
    found = parsed(page)
    policy = next(a["content"] for t, a in found.tags if t == "meta" and "http-equiv" in a)
    assert policy is not None
    assert policy.startswith("default-src 'none'")
    assert "unsafe" not in policy
    style = re.search(r"<style>(.*?)</style>", page, re.DOTALL)
    assert style is not None
    assert b64encode(sha256(style[1].encode()).digest()).decode() in policy
    assert ("script-src" in policy) == (name == "index")


def test_hostile_labels_in_a_result() -> None:
    """No script, no hidden character; the document to save is the one that was shown."""
    page = result_page(read_answer(hostile()), COMMANDS)
    assert "<script" not in page
    assert "\u202e" not in page
    assert parsed(page).saved() == hostile()


def test_the_page_of_a_large_channel() -> None:
    """100 × 100: below 1 MB, drawn in part, and it says which part."""
    page = result_page(read_answer(large()), COMMANDS)
    assert len(page.encode()) < 1_000_000
    found = parsed(page)
    assert "16 of 100 inputs and 32 of 100 outputs" in found.text
    assert sum(attrs.get("class") == "cell" for _, attrs in found.tags) == 16 * 32
    first, second = large()["witness"]["inputs"]
    assert {"x", "x'"} <= set(found.texts)
    assert {first, second} <= set(found.texts)


def test_a_document_too_large_to_carry_is_not_carried() -> None:
    """The page says so, and how to get it."""
    page = report_page(blocks("x"), {"schema": "dpverify.x/1.0", "x": "y" * 700_000})
    assert len(page) < 50_000
    assert "is not in this page: --format json" in parsed(page).text


def test_a_refuted_claim_shows_what_a_reader_needs() -> None:
    """Words, formula, numbers exact and decimal, the four drawings, what to do, and the kernel's
    word on what can be saved from the page."""
    found = parsed(result_page(read_answer(dv.check(RR, dv.PureDP(eps=1)).to_dict()), COMMANDS))
    assert "P(S) ≤ e^ε·Q(S) for every event S" in found.attributes("aria-label")
    for words in ("3/4", "0.75", "ln(3)", *COMMANDS):
        assert words in "".join(found.texts)
    heads = [
        "Privacy-loss distribution",
        "δ as a function of ε",
        "Trade-off curve",
        "How to re-check",
    ]
    assert [text for text in found.texts if text in heads] == heads
    assert "The channel a coin" in found.texts
    assert replay(found.saved()).status == "accepted"
    frames = [attrs for name, attrs in found.tags if attrs.get("class") == "frame"]
    assert len(frames) == 2  # the event {no} on both inputs


def test_a_result_that_no_kernel_rechecks_says_no_command() -> None:
    document = dv.check(RR, dv.PureDP(eps=1)).to_dict()
    assert "How to re-check" not in parsed(result_page(read_answer(document))).texts


def test_results_without_a_channel_have_no_drawing() -> None:
    """A program that was not enumerated."""
    unknown = {
        "schema": "dpverify.result/1.0",
        "subject": {"kind": "program", "source": "svt.py:svt"},
        "definition": "approx-dp",
        "given": {"eps": "1/2", "delta": "0"},
        "verdict": "unknown",
        "reason": {"code": "time", "text": "time limit of 10 s reached"},
    }
    found = parsed(result_page(read_answer(unknown)))
    assert "svg" not in {name for name, _ in found.tags}
    assert "time limit of 10 s reached (time)" in "".join(found.texts)


@pytest.mark.parametrize(
    ("definition", "eps"),
    [
        (dv.PureDP(eps=0), "0"), (dv.LocalDP(eps=1), "1"),
        (dv.ProbabilisticDP(eps=0, delta=0), "0"), (dv.PrivacyAtRisk(eps=0, risk=0), "0"),
        (dv.ApproxDP(eps=5, delta=1), "5"),
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "matrix", [[["1"], ["1"]], [["1", "0"], ["0", "1"]], [["1/2", "1/2"], ["1", "0"]]]
)
def test_extremes_are_drawn(definition: dv.PureDP, eps: str, matrix: list[list[str]]) -> None:
    """ε = 0, one output, disjoint rows: no division by zero, no coordinate that is none."""
    channel = dv.Channel(["0", "1"], [str(j) for j in range(len(matrix[0]))], matrix)
    document = dv.check(channel, definition).to_dict()
    found = parsed(result_page(read_answer(document)))
    assert document["given"]["eps"] == eps
    numbers = [value for _, attrs in found.tags for value in attrs.values() if value]
    assert not {"inf", "nan"} & {word for value in numbers for word in re.split(r"[ ,ML]", value)}


@pytest.mark.long
def test_the_index_filters_by_what_its_rows_say() -> None:
    """Each row carries status, part and sources; each is a choice of the form."""
    found = parsed(index_page(read_suite(suite())))
    rows = [attrs for name, attrs in found.tags if name == "tr" and "data-status" in attrs]
    assert [row["data-status"] for row in rows] == ["proved", "refuted", "computed"]
    assert rows[0]["data-part"] == "differential privacy"
    choices = {attrs["value"] for name, attrs in found.tags if name == "option"}
    for row in rows:
        sources = str(row["data-source"]).split("|")
        assert {row["data-status"], row["data-part"], *sources} <= choices
    form = next(attrs for name, attrs in found.tags if name == "form")
    assert "hidden" in form  # shown by the script: without it there is nothing to filter with
    assert "1 proved, 1 refuted, 1 computed" in found.attributes("aria-label")


def test_an_index_alone_carries_the_suite() -> None:
    """Nothing beside it to link to."""
    page = parsed(index_page(read_suite(suite()), carried=suite()))
    assert page.saved() == json.loads(json.dumps(suite()))
    assert not [a for a in page.attributes("href") if a.endswith(".html")]


def test_parts_and_sources() -> None:
    """The first word of an id; publications up to their year."""
    assert part_of("par.cost.convex") == "privacy at risk"
    assert part_of("mine-1") == "mine"
    given = (
        "D. X, Partial knowledge, arXiv 1905.00650, Theorem 1; ours; A | B 2014, § 2; ; A | B 2014"
    )
    assert sources_of(given) == [
        "D. X, Partial knowledge, arXiv 1905.00650", "ours", "A / B 2014",
    ]  # fmt: skip


def test_a_proof_page() -> None:
    """Statement, chain, lemmas with certificates, mutants, and the proof to save."""
    found = parsed(pages()["proof"])
    proof = found.saved()
    assert proof["schema"] == "dpverify.proof/1.2"
    steps = [step["name"] for listed in proof["steps"].values() for step in listed]
    chain = found.texts[found.texts.index("The chain of the proof") : found.texts.index("Given")]
    assert steps
    assert set(steps) <= set(chain)
    assert sum(text in BY.values() for text in chain) == len(steps)
    for words in ("The chain of the proof", "Given", "Steps", "Conclusion", "Mutants", "Instances"):
        assert words in found.texts
    assert "index.html" in found.attributes("href")


def test_every_rule_of_the_proof_kernel_has_words() -> None:
    """A step by a rule without them would leave a proof without its page; each has a type."""
    rules = {get_args(get_type_hints(kind)["by"])[0] for kind in get_args(Step)}
    assert BY.keys() == WHY.keys() == _RULES.keys() == rules


def test_the_chain_of_every_stored_proof() -> None:
    """Every step of every proof has a line."""
    proofs = [document for each in entries() if (document := stored(each)) is not None]
    assert len(proofs) > 60
    for document in proofs:
        lines = list(_chain(read_proof(document).steps))
        assert len(lines) == sum(map(len, document["steps"].values()))


def test_a_refutation_page() -> None:
    """The essay, every object drawn, compositions computed; the kernel accepts what is saved."""
    found = parsed(pages()["refutation"])
    assert replay(found.saved()).status == "accepted"
    for words in ("Why one believes it", "The catch", "What repairs it", "Counterexample"):
        assert words in found.texts
    assert {f"The channel {name}" for name in found.saved()["objects"]} <= set(found.texts)
