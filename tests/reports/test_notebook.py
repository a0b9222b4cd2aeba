"""Objects as notebooks show them."""

from __future__ import annotations

from typing import Any

import pytest

import dpverify as dv
from dpverify.proofs.registry import entry
from dpverify.reports.escape import visible
from dpverify.reports.html.fragment import scoped_style
from dpverify.reports.notebook import rendered
from tests.reports.hostile import PAYLOADS
from tests.reports.html.parsed import Parsed
from tests.repository.source import ROOT

RR = dv.Channel(
    ["no", "yes"], ["no", "yes"], [["3/4", "1/4"], ["1/4", "3/4"]],
    title="a coin", source="Warner", notes="a note", prior=["1/2", "1/2"],
)  # fmt: skip
SCENARIO = dv.load_scenario(ROOT / "examples/scenarios/ten_votes.json")
OBJECTS: dict[str, tuple[Any, str]] = {
    "channel": (RR, "3/4"),
    "holds": (dv.check(RR, dv.PureDP(eps="ln(3)")), "exact: decided in exact arithmetic"),
    "fails": (dv.check(RR, dv.PureDP(eps=1)), "3/4-1/4*exp(1)"),
    "measured": (dv.measure(RR, "pure-dp"), "ln(3)"),
    "hyper": (dv.observe(RR), "belief in yes"),
    "scenario": (SCENARIO, "10 independent records"),
    "knowledge": (dv.check(SCENARIO, dv.PPKDP(eps=0, delta=0)), "6859/8000"),
    "theorem": (entry("dp.post-processing.pure"), "each re-checked by the proof kernel"),
    "claim": (entry("dp.post-processing.probabilistic"), "Meiser 2018"),
}


def fragment(shown: Any) -> Parsed:
    """A fragment, after the checks that each must pass: one element, no script, no link."""
    html = shown._repr_html_()
    assert html is not None
    found = Parsed()
    found.feed(html)
    found.close()
    assert found.faults == []
    assert found.open == []
    assert [tag for tag, _ in found.tags[:2]] == ["style", "div"]
    assert found.tags[1][1]["class"] == "dpverify"
    assert not {"script", "a", "body"} & {tag for tag, _ in found.tags}
    return found


@pytest.mark.parametrize("name", OBJECTS)
def test_an_object_says_what_it_is(name: str) -> None:
    """The same words in HTML and in Markdown."""
    shown, words = OBJECTS[name]
    assert words in "".join(fragment(shown).texts)
    assert words in shown._repr_markdown_().replace("\\", "")


@pytest.mark.parametrize("name", ["channel", "holds", "fails", "measured"])
def test_what_has_a_channel_is_drawn(name: str) -> None:
    assert "svg" in {tag for tag, _ in fragment(OBJECTS[name][0]).tags}


# A channel refuses labels that are no text in UTF-8.
@pytest.mark.parametrize("payload", [text for text in PAYLOADS if text != "\ud800"])
def test_labels_and_notes_stay_text(payload: str) -> None:
    """Of a channel, of what is believed after it, of a verdict."""
    channel = dv.Channel(
        [payload, "b"], [payload], [["1"], ["1"]], prior=["1/2", "1/2"],
        title=payload, source=payload, notes=payload,
    )  # fmt: skip
    for shown in (channel, dv.observe(channel), dv.check(channel, dv.PureDP(eps=0))):
        assert visible(payload)[:100] in "".join(fragment(shown).texts)
        markdown = shown._repr_markdown_() or ""
        assert markdown.replace("\n", "").isprintable()


def test_a_large_table_is_cut_and_says_so() -> None:
    labels = [str(i) for i in range(40)]
    large = dv.Channel(labels, labels, [["1/40"] * 40] * 40)
    assert "shown: 16 of 40 rows, 12 of 40 columns" in (large._repr_markdown_() or "")
    long = dv.Channel(labels, ["a", "b"], [["1/2", "1/2"]] * 40)
    assert "shown: 16 of 40 rows, 2 of 2 columns" in (long._repr_markdown_() or "")
    assert "shown:" not in (RR._repr_markdown_() or "")


def test_a_joint_law_and_a_family() -> None:
    """The two other ways to say what the records are."""
    joint = {
        "joint": [
            {"data": [value, "1"], "known": known, "probability": "1/4"}
            for value in "01"
            for known in "bc"
        ]
    }
    records = {"records": [{"count": 2, "values": {"0": "1/3", "1": "2/3"}}]}
    from dpverify.defs.io import scenario_from_document

    both = scenario_from_document(
        {"schema": "dpverify.scenario/1.0", "family": [joint, records], "target": [0],
         "mechanism": {"name": "count"}}
    )  # fmt: skip
    text = both._repr_markdown_() or ""
    for words in ("**Law 0.** 4 rows of data and knowledge", "0, 1", "**Law 1.** 2 independent",
                  "1 with 2/3", "**Target.** 0"):  # fmt: skip
        assert words in text


def test_what_is_not_known_is_left_to_repr() -> None:
    assert rendered(3, "html") is None


def test_the_style_of_a_fragment_stays_inside() -> None:
    """Every rule is nested in the fragment's class: no rule for the root or the body is left."""
    style = scoped_style()
    assert style.startswith(".dpverify {\n&")
    assert style.count("{") == style.count("}")
    assert ":root" not in style
    assert "body {" not in style
