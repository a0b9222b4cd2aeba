"""Proofs that use each pair in one order alone, and what the atlas derives from them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import pytest

import dpverify as dv
from dpverify.defs.channel import Channel
from dpverify.defs.operations import mixture, post_process
from dpverify.defs.relations.registry import RELATIONS
from dpverify.proofs.atlas.definitions import ROWS
from dpverify.proofs.atlas.one_order import is_in_one_order, one_order
from dpverify.proofs.atlas.reading import PROPERTIES
from dpverify.proofs.atlas.table import atlas
from dpverify.proofs.kernel import RefusedError, check
from dpverify.proofs.registry import entry
from dpverify.proofs.setting import settings_of
from dpverify.proofs.theorem import stored
from tests.proofs.structures import holds
from tests.proofs.worlds import PAIRS, NoWorldError, instances, world

COINS = (["1/2", "1/2"], ["1/3", "2/3"], ["3/4", "1/4"])


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        ("dp.post-processing.approx", True),
        ("dp.sequential-composition.adaptive.approx", True),
        ("dp.group-privacy.approx", True),
        ("dp.optimal-composition.two", False),  # ln of both mechanisms lies within ±ε
        ("dp.total-variation.convexity", False),  # |P − Q| is the larger of both differences
        ("dp.post-processing.zcdp", False),  # tested, not proved
    ],
)
def test_whether_a_proof_needs_one_order(name: str, answer: bool) -> None:
    """Total variation is the same in both orders; its proof was found with one of each."""
    assert is_in_one_order(name) is answer


def test_a_step_that_uses_the_other_order_is_refused() -> None:
    """A lemma that repeats the hypothesis in the other order, at the end of an accepted proof."""
    registered = entry("dp.post-processing.pure")
    (setting,) = settings_of(registered.statement).values()
    document = stored(registered)
    assert document is not None
    steps = document["steps"][""]
    check(one_order(setting), steps)
    assert "hypothesis 0, reversed" in setting.axioms
    assert "hypothesis 0, reversed" not in one_order(setting).axioms
    used = {"name": "turned", "by": "lemma", "free": {"y": "y"}}
    turned = {**used, "claim": _written(document), "products": [["1", ["hypothesis 0, reversed"]]]}
    check(setting, [*steps, turned])
    with pytest.raises(RefusedError):
        check(one_order(setting), [*steps, turned])


def _written(document: dict[str, object]) -> object:
    """The expression of the hypothesis in the other order."""
    settings = document["settings"]
    assert isinstance(settings, dict)
    return settings[""]["axioms"]["hypothesis 0, reversed"][2]


@pytest.mark.parametrize(
    "name",
    ["dp.post-processing.pure", "dp.convexity.hidden", "dp.convexity.visible.pure",
     "dp.sequential-composition.adaptive.approx", "dp.post-processing.chi-squared",
     "dp.convexity.chi-squared"],
)  # fmt: skip
def test_what_is_left_is_true_of_all_laws(name: str) -> None:
    """Beside hypotheses, each axiom at channels at random, of which nothing else is known.

    The atoms that a claim makes are computed by `worlds` from the laws, in fractions.
    """
    statement = entry(name).statement
    (setting,) = settings_of(statement).values()
    reduced, looked_at = one_order(setting), 0
    for instance in instances(statement, 8):
        for pair in PAIRS:
            try:
                structure = world(setting, instance, pair)
                for axiom, fact in reduced.axioms.items():
                    if not axiom.startswith("hypothesis "):
                        assert holds(fact, structure), axiom
                        looked_at += 1
            except NoWorldError:
                continue
    assert looked_at > 40


def test_steps_along_a_path_are_taken_forwards() -> None:
    """Of both orders of each step one is left, in the base and in the step of the induction."""
    for setting in settings_of(entry("dp.group-privacy.pure").statement).values():
        left = [name for name in one_order(setting).axioms if " at " in name]
        assert len(left) == 1
        assert left[0].endswith(("start, end", "end, next"))


def test_a_directed_relation_has_what_is_proved_in_one_order() -> None:
    """All columns of both rows, and no answer rests on a proof that needs both orders."""
    cells = {(cell.row, cell.property): cell for cell in atlas().cells}
    directed = [r for r in ROWS if r.relation is not None and RELATIONS[r.relation].directed]
    assert len(directed) == 2
    for row, column in product(directed, PROPERTIES):
        cell = cells[row.name, column]
        assert (cell.answer, cell.grade) == ("yes", "proved")
        assert is_in_one_order(cell.claims[0])


def test_one_sided_privacy_by_the_exact_checker() -> None:
    """On (sensitive, other) with odds of 2 in the one order and ∞ in the other.

    By hand: rows (1/2, 1/2, 0) and (1/4, 1/4, 1/2), so that P ≤ 2·Q and Q(c) > 0 = P(c). A mixture
    with the mechanism that ignores its input, and one more coin, keep 2.
    """
    mechanism = _one_sided([["1/2", "1/2", 0], ["1/4", "1/4", "1/2"]])
    assert dv.measure(mechanism, "pure-dp").tight["eps"] == dv.ln(2)
    other_order = Channel(["z", "x"], list("abc"), [["1/4", "1/4", "1/2"], ["1/2", "1/2", 0]],
                          [("z", "x")], directed=True)  # fmt: skip
    assert dv.measure(other_order, "pure-dp").tight["eps"].is_infinite  # type: ignore[union-attr]  # a loss
    deaf = _one_sided([["1/3", "1/3", "1/3"]] * 2)
    coins = Channel(list("abc"), ["0", "1"], COINS)
    for weight in ("0", "1/5", "1/2", "1"):
        mixed = mixture(weight, mechanism, deaf)
        for result in (mixed, post_process(mixed, coins)):
            assert dv.check(result, dv.PureDP(eps="ln(2)")).holds


def _one_sided(rows: Sequence[Sequence[object]]) -> Channel:
    return Channel(["x", "z"], list("abc"), rows, [("x", "z")], directed=True)


def test_adversarial_privacy_is_kept() -> None:
    """A mixture has the larger δ at most, a coin behind a mechanism its δ; all by enumeration.

    By hand for the first: π = 1/4, and after output a the target has (1/4·1/2)/(1/8 + 3/16) = 2/5,
    which at ε = 0 is 3/20 more; after b it has 1/4·1/2 over 1/8 + 9/16, which is 2/11, and less.
    """
    prior, inputs = ["1/4", "3/4"], ["with", "without"]

    def delta(rows: Sequence[Sequence[object]]) -> dv.Value:
        channel = Channel(inputs, list("ab"), rows, prior=prior)
        answer = dv.over_pairs("adversarial-privacy", channel, eps=0, target=["with"]).value
        assert isinstance(answer, dv.Value)
        return answer

    first, second = [["1/2", "1/2"], ["1/4", "3/4"]], [["1/5", "4/5"], ["3/5", "2/5"]]
    assert delta(first) == dv.parse("3/20")
    for weight in ("1/7", "1/2", "6/7"):
        mixed = mixture(
            weight, Channel(inputs, list("ab"), first), Channel(inputs, list("ab"), second)
        )
        rows = [list(mixed.row(i)) for i in range(2)]
        assert delta(rows) <= max(delta(first), delta(second))
        coin = post_process(mixed, Channel(list("ab"), list("ab"), COINS[:2]))
        assert delta([list(coin.row(i)) for i in range(2)]) <= delta(rows)
