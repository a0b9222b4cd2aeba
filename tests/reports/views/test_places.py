"""Every kind of place has a view, as blocks and as lines, and shows its excess last."""

from __future__ import annotations

from typing import Any, Final

import pytest

from dpverify.checkers.answers.codec import read_place
from dpverify.checkers.answers.places import PLACES
from dpverify.reports.model import Paragraph, Report
from dpverify.reports.terminal import to_text
from dpverify.reports.views.claimed import Claimed
from dpverify.reports.views.places import place_blocks, place_lines

EXCESS: Final = {"exact": "1/8", "lower": "0.125", "upper": "0.125"}
ENCLOSED: Final = {"exact": None, "lower": "0.25", "upper": "0.26"}
PAIR: Final = {"inputs": ["a", "b"]}
EVENT: Final = {**PAIR, "event": ["y"], "probabilities": ["3/4", "1/4"]}
SITUATION: Final = {
    "setting": {"goal": ["20"], "known": ["10", "20"]}, "event": ["y"],
    "probabilities": ["1/4", "8/17"],
}  # fmt: skip
SETTING: Final = {
    "setting": {"theta": 0, "target": 3, "values": ["no", "yes"]},
    "terms": [{"known": "7", "weight": "1/2", "event": ["5"], "interval": ["101", "900"],
               "probabilities": ["3/4", "1/4"]}],
}  # fmt: skip
SAMPLES: Final[dict[str, tuple[str, dict[str, Any], tuple[str, ...]]]] = {
    "Place": ("pure-dp", EVENT, ("S = {y}", "3/4")),
    "Witness": ("pure-dp", {**EVENT, "excess": EXCESS}, ("S = {y}", "3/4")),
    "Situation": ("guessing-advantage", SITUATION, ("8/17", "20")),
    "SituationWitness": ("guessing-advantage", {**SITUATION, "excess": EXCESS}, ("8/17",)),
    "LossPlace": (
        "bounded-range", {**PAIR, "outputs": ["y"], "losses": [EXCESS], "excess": EXCESS},
        ("loss", "0.125"),
    ),
    "DivergencePlace": (
        "zcdp", {**PAIR, "order": "5/4", "divergence": EXCESS, "excess": EXCESS}, ("5/4", "0.125"),
    ),
    "PairValue": ("zcdp", {**PAIR, "value": EXCESS, "excess": EXCESS}, ("0.125",)),
    "WordPlace": (
        "pure-dp", {**PAIR, "gaps": {"g": "2"}, "word": "•", "released": ["-1/2"],
                    "densities": ["3/4", "1/4"], "excess": EXCESS},
        ("•", "-1/2", "density", "3/4"),
    ),
    "EnclosedEvent": (
        "pure-dp", {**PAIR, "event": ["• where v1 is in [0, 1]"], "regions": [{"word": "•"}],
                    "probabilities": [ENCLOSED, ENCLOSED], "excess": ENCLOSED},
        ("where v1", "0.25, 0.26"),
    ),
    "Setting": ("apkdp", SETTING, ("record 3", "101…900")),
    "SettingWitness": ("apkdp", {**SETTING, "excess": EXCESS}, ("record 3", "101…900")),
    "Sides": ("hockey-stick-at-most", {**PAIR, "left": "1/2", "right": "1/4"}, ()),
}  # fmt: skip


@pytest.mark.parametrize("kind", [kind.__name__ for kind in PLACES])
def test_every_kind_of_place_is_shown(kind: str) -> None:
    """The inputs or the setting, the numbers, and the excess where there is one."""
    definition, form, words = SAMPLES[kind]
    place = read_place(form)
    assert type(place).__name__ == kind
    given = {"odds": "2", "bound": "1/4"} if kind == "Sides" else {"eps": "1/2"}
    blocks = tuple(place_blocks(place, Claimed(definition, given)))
    lines = [*place_lines(place)]
    text = to_text(Report(("t",), blocks))
    for word in words:
        assert word in text
        assert word in "\n".join(lines).replace("'", "")
    last = blocks[-1]
    assert ("excess" in form) == (isinstance(last, Paragraph) and last.label == "Excess")
    assert ("excess" in form) == any(line.split()[:1] == ["excess"] for line in lines)


def test_outputs_of_an_obstruction_are_no_event() -> None:
    """Each of them has the probabilities; S = {} would have 0, and two outputs twice as much."""
    term = {"known": "7", "weight": "1/2", "event": [], "probabilities": ["3/4", "1/4"]}
    place = read_place({**SETTING, "terms": [term]})
    blocks = tuple(place_blocks(place, Claimed("theta-reducible", {})))
    text = to_text(Report(("t",), blocks))
    assert "P(o | no)" in text
    assert "P(S" not in text
    lines = "\n".join(place_lines(place, "theta-reducible"))
    assert "{} are the outputs with probability 0.75 and 0.25" in lines.replace("{{}}", "{}")
    assert "S =" not in lines
