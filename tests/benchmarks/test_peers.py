"""What the comparison with other systems computes without them, against values found by hand."""

from __future__ import annotations

import ast
import json
import math
import re
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from benchmarks import stored
from benchmarks.peers import own, process, table
from benchmarks.peers.__main__ import ACCOUNTANTS
from benchmarks.peers.compositions import (
    COMPOSITIONS,
    Composition,
    between,
    curve_of,
    discrete_gaussians,
    inverse,
    rounded_curves,
    truth,
)
from benchmarks.peers.judged import Enclosure, excess, slack, tallied
from benchmarks.peers.libraries import (
    cases,
    clamped,
    coin,
    far,
    folded,
    hierarchical,
    rappor,
    together,
    too_small,
    unequal,
)
from benchmarks.peers.testers import EPS, SAMPLES, expected, most_telling
from dpverify.checkers.audit import words
from dpverify.checkers.continuous.worst_inputs import worst_inputs
from dpverify.checkers.exact import measure_channel
from dpverify.defs.channel import Channel
from dpverify.defs.mechanisms import library_mechanism
from dpverify.defs.numbers import Value, ln
from dpverify.defs.risk.discrete_gaussian import DiscreteGaussian
from tests.repository.source import ROOT

HALF = Value(1) / 2
PEERS = ROOT / "benchmarks" / "peers"
SCRIPTS = sorted(PEERS.glob("with_*.py"))


def exactly(text: str) -> Enclosure:
    return Enclosure(Fraction(text), Fraction(text))


def test_a_bound_is_wrong_only_beyond_the_enclosure() -> None:
    """Inside the enclosure nothing is proved; outside, the distance to its nearer end."""
    true = Enclosure(Fraction(1, 4), Fraction(1, 2))
    assert [excess(x, true, upper=True) for x in (0.125, 0.25, 0.375)] == [Fraction(1, 8), 0, 0]
    assert [excess(x, true, upper=False) for x in (0.375, 0.5, 0.75)] == [0, 0, Fraction(1, 4)]
    assert slack(0.375, true, upper=True) == slack(0.375, true, upper=False) == Fraction(1, 8)


def test_infinity_bounds_from_one_side_and_nan_from_none() -> None:
    """ε = ∞ is a true upper bound, and no lower one."""
    assert excess(math.inf, exactly("1"), upper=True) == 0
    assert slack(math.inf, exactly("1"), upper=True) is None
    for claim, upper in ((math.inf, False), (-math.inf, True), (math.nan, True)):
        with pytest.raises(ValueError, match="bound"):
            excess(claim, exactly("1"), upper=upper)


def test_bounds_are_counted_by_side() -> None:
    """One upper bound too small by 1/4, one too large by 1/2; estimates are not counted."""
    sides = tallied(
        [({"upper": 0.25, "lower": 0.5}, exactly("1/2")), ({"upper": 1.0}, exactly("1/2"))]
    )
    assert (sides["upper"].given, sides["upper"].wrong) == (2, 1)
    assert (sides["upper"].worst, sides["upper"].widest) == (Fraction(1, 4), Fraction(1, 2))
    assert (sides["lower"].given, sides["lower"].wrong, sides["lower"].widest) == (1, 0, Fraction())
    assert tallied([({"estimate": 7.0}, exactly("1/2"))])["upper"].given == 0


def test_one_randomised_response_by_hand() -> None:
    """δ(ε) = 3/4 − e^ε/4; so ε(2^-10) = ln(767/256); β(α) = 1 − 3α, or (1 − α)/3 from 1/4 on."""
    found = truth(Composition("rr", Fraction(3, 4), 1))
    for each, value in zip(found.delta, (0.5, 0.75 - math.exp(0.5) / 4), strict=False):
        assert each.low <= each.high
        assert float(each.low) == pytest.approx(value, abs=1e-15)
    assert float(found.eps[0].low) == pytest.approx(math.log(767 / 256), abs=1e-15)
    assert found.eps[0].high - found.eps[0].low < Fraction(1, 10**30)
    assert found.beta == [exactly("61/64"), exactly("5/8"), exactly("1/6")]


def test_two_randomised_responses_by_hand() -> None:
    """9/16, 6/16, 1/16 against the reverse: δ(0) = 1/2, and β(1/8) = 7/16 + 1/16 − 1/16."""
    found = truth(Composition("rr", Fraction(3, 4), 2))
    assert found.delta[0].low <= Fraction(1, 2) <= found.delta[0].high
    corners = [(Fraction(a, 16), Fraction(b, 16)) for a, b in ((0, 16), (1, 7), (7, 1), (16, 0))]
    assert found.beta[1].low == between(corners, Fraction(1, 8)) == Fraction(6, 16)


@pytest.mark.parametrize(("mechanism", "k"), [("laplace", 1), ("gaussian", 2)])
def test_delta_crosses_its_target_inside_the_enclosure_of_eps(mechanism: str, k: int) -> None:
    """At the upper end of ε(δ) the claim holds, at the lower end it does not."""
    curve = curve_of(Composition(mechanism, Fraction(1), k))
    found = inverse(curve, Fraction(1, 1024))
    assert curve(found.high) <= Value(1) / 1024 < curve(found.low)
    assert found.high - found.low < Fraction(1, 10**8)


def test_composed_laplace_noise_lies_between_two_curves() -> None:
    """Losses rounded down and up; dp_accounting with grid 1e-5 has [.5382602, .5382732]."""
    question = Composition("laplace", Fraction(1, 2), 10)
    low, high = rounded_curves(question, Fraction(1, 500))
    assert low(0) < curve_of(question)(Fraction(0)) < high(0) < low(0) + Value(Fraction("0.005"))
    assert low(0) < Value(Fraction("0.5382732"))
    assert high(0) > Value(Fraction("0.5382602"))


def test_composed_discrete_gaussian_noise_is_that_of_one_answer_at_first() -> None:
    """The lattice of k = 1, built as for every k, against the law of one answer."""
    one, lattice = DiscreteGaussian(16), discrete_gaussians(Fraction(16))
    for eps in (Fraction(0), Fraction(1, 2), Fraction(2)):
        assert abs(lattice.delta(eps).approx() - one.delta(eps).approx()) < 1e-14


@pytest.mark.parametrize("composition", [each for each in COMPOSITIONS if each.k == 10])
def test_our_own_answers_are_right_and_close(composition: Composition) -> None:
    """Judged as the others are, by other code: none wrong, and none off by 1e-30."""
    true, found = truth(composition), process.exactly(own.answer(composition))
    for kind in ("delta", "eps"):
        sides = tallied(zip(found[kind], getattr(true, kind), strict=True)).values()
        assert [side.wrong for side in sides] == [0, 0]
        assert max(side.widest for side in sides) < Fraction(1, 10**30)


def test_noise_on_counts_by_hand() -> None:
    """On 0…1 with ratio 1/2: clamped 2/3, 1/3; folded, even numbers have 1/3·(1 + 2·(1/3))."""
    assert [str(x) for x in clamped(0, 1, HALF)] == ["2/3", "1/3"]
    assert [str(x) for x in folded(0, 1, HALF)] == ["5/9", "4/9"]
    for i in range(6):
        mirrored = [0.0] * 6
        for z in range(-200, 200):
            place = abs((z + 5) % 10 - 5)
            mirrored[place] += 0.5 ** abs(z - i) / 3
        assert [x.approx() for x in folded(i, 5, HALF)] == pytest.approx(mirrored, abs=1e-15)


def test_weights_whose_sums_agree_and_whose_squares_do_not() -> None:
    """Each value's weights sum to 11/4; squares of x to 29/16 and of z to 61/32."""
    weights = unequal()
    linear, squares = dict.fromkeys("xzabc", Fraction(1)), dict.fromkeys("xzabc", Fraction(1))
    for pair, found in weights.items():
        for each in pair:
            linear[each] += found
            squares[each] += found**2
    assert set(linear.values()) == {Fraction(11, 4)}
    assert (squares["x"], squares["z"]) == (Fraction(29, 16), Fraction(61, 32))
    (last,) = (case for case in cases() if "5 values" in case.what)
    assert last.exact == ln(16 * Value(61) / 58)
    assert too_small(math.log(16), last.exact)


def test_a_law_is_recognised_by_counts_and_by_its_table() -> None:
    """Of 20,000 samples at 3/4, 15,000 agree and 14,000 do not; a table agrees to 1e-12."""
    (coin_flip,) = (case for case in cases() if "on a bit" in case.what)
    right, wrong = [[15_000, 5_000], [5_000, 15_000]], [[15_000, 5_000], [6_000, 14_000]]
    table = [[0.75, 0.25], [0.25, 0.75]]
    assert coin_flip.law_agrees({"counts": right})
    assert not coin_flip.law_agrees({"counts": wrong})
    assert coin_flip.law_agrees({"counts": right, "rows": table})
    assert not coin_flip.law_agrees({"counts": right, "rows": [table[0], [0.26, 0.74]]})


def test_tight_parameters_by_hand() -> None:
    """RAPPOR: 4 bits differ, each by a factor 7. Far values of a hierarchy weigh e^−2."""
    found = measure_channel(rappor(4, 2, Fraction(1, 4)), "pure-dp", {}).value
    assert str(found) == "ln(2401)"
    tree = [["A"], ["B"], ["C", "D"]]
    near = [str(hierarchical("C", y, tree)) for y in "CDA"]
    assert near == ["1", "exp(-1)", "exp(-2)"]


def test_scores_that_move_together() -> None:
    """(0,1) and (1,0) are neighbours no longer, (0,0) and (1,1) are."""
    scores = [(0, 0), (0, 1), (1, 0), (1, 1)]
    names = [str(x) for x in scores]
    channel = together(Channel(names, ["y"], [[1]] * 4), scores)
    pairs = {frozenset((i, j)) for i, j in channel.neighbours.ordered_pairs(4)}
    assert frozenset((1, 2)) not in pairs
    assert frozenset((0, 3)) in pairs


def test_doubles_are_compared_as_they_are() -> None:
    """The double nearest to ln 3 lies above it; one ulp less lies below."""
    assert not too_small(math.log(3), coin(0.75))
    assert too_small(math.nextafter(math.log(3), 0), coin(0.75))
    assert 0 < far(math.log(3), coin(0.75)) < 1e-15


def test_what_samples_should_show() -> None:
    """Nothing where the probabilities are equal; nearly ln 9 in many samples of .9 and .1."""
    assert expected(0.5, 0.5, 1000) < 0
    assert math.log(9) - 0.05 < expected(0.1, 0.9, 100_000) < math.log(9)
    assert expected(0.0, 0.0, 10) == -math.inf


def test_the_pair_that_is_sampled_is_the_one_that_tells_most() -> None:
    """B24 tells its answers: inputs 2 apart around the threshold, whose noise has scale 20."""
    program = library_mechanism("B24").with_parameters(n=2, eps=EPS)
    found = worst_inputs(program, None)
    assert found.walk is not None
    event = words.event_of(found.family, found.walk)
    _, exact = most_telling(found.family, found.walk, event, EPS)
    by_hand = [1 - math.exp(-1 / 20), 0.0]
    assert [float(p.mid()) for p in exact] == pytest.approx(by_hand, abs=1e-15)
    _, often = words.best_pair(found.family, found.walk, event, EPS)
    bounds = [expected(float(p.mid()), float(q.mid()), SAMPLES) for p, q in (exact, often)]
    assert bounds[0] >= bounds[1]
    pair = words.audited(program, found.family, found.walk, 2_000, 0, most_telling)
    assert [each.agrees for each in pair] == [True, True]
    assert [float(each.exact.mid()) for each in pair] == pytest.approx(by_hand, abs=1e-15)


def test_questions_and_answers_are_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A script gets the questions on stdin; what it prints is the answer, and a failure is told."""
    echo = "import json, sys\njson.dump([q | {'seen': True} for q in json.load(sys.stdin)], "
    (tmp_path / "with_echo.py").write_text(echo + "sys.stdout)\n", encoding="utf-8")
    (tmp_path / "with_broken.py").write_text("raise SystemExit('no')\n", encoding="utf-8")
    monkeypatch.setattr(process, "HERE", tmp_path)
    monkeypatch.setattr(process, "PYTHON", Path(sys.executable))
    assert process.asked("echo", [{"k": 1}]) == [{"k": 1, "seen": True}]
    with pytest.raises(SystemExit, match="no"):
        process.asked("broken", [])
    monkeypatch.setattr(process, "PYTHON", tmp_path / "missing")
    with pytest.raises(SystemExit, match="make peers"):
        process.asked("echo", [])


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_scripts_of_others_stand_alone(script: Path) -> None:
    """Each imports the standard library and what is pinned, and nothing of dpverify."""
    pinned = re.findall(
        r"^([a-z-]+)==", (PEERS / "requirements.txt").read_text("utf-8"), re.MULTILINE
    )
    allowed = {name.replace("-", "_") for name in pinned} | set(sys.stdlib_module_names)
    imported = set()
    for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            imported |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            imported.add(str(node.module).split(".")[0])
    assert imported <= allowed


def test_questions_are_json_and_their_numbers_doubles() -> None:
    """What is asked is what the exact side means: each double holds its number exactly."""
    asked = Composition("gaussian", Fraction(4), 10).question()
    assert json.loads(json.dumps(asked)) == asked
    assert [Fraction(x) for x in asked["delta"]] == [Fraction(1, 1024), Fraction(1, 2**20)]


def test_the_table_of_the_docs_is_what_was_measured() -> None:
    """Made anew from the stored answers, it stands in the page as it is."""
    page = table.PAGE.read_text(encoding="utf-8")
    rows = stored.load(table.STORED)["rows"]
    assert stored.with_table(page, table.NAME, list(table.markdown(rows))) == page
    assert {row["system"] for row in rows} == {"dpverify", *ACCOUNTANTS}


def test_no_measured_peer_was_closer_or_faster() -> None:
    """In each row none of ours is wrong and none further off; OpenDP's closed formula is faster."""
    rows = stored.load(table.STORED)["rows"]
    for mechanism in table.MECHANISMS:
        (ours, *others) = [row for row in rows if row["mechanism"] == mechanism]
        for kind, side in table.COLUMNS:
            mine = ours[kind][side]
            assert mine["wrong"] == 0
            for row in others:
                theirs = row.get(kind, {}).get(side)
                # Of bounds that are wrong there is no gap to compare with.
                assert theirs is None or mine["gap"] <= theirs["gap"] or theirs["wrong"]
        faster = {row["system"] for row in others if row["seconds"] < ours["seconds"]}
        assert faster <= {"opendp"}
