"""The atlas reads claims as they are stated, and derives no more than it may."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

import dpverify as dv
from dpverify.defs.comparisons import COMPARISONS
from dpverify.defs.errors import UsageError
from dpverify.defs.numbers import Loss, Value, as_value, ln
from dpverify.defs.relations.registry import RELATIONS, relation
from dpverify.proofs.atlas import grades
from dpverify.proofs.atlas.arrows import SIZES, is_attained, steps_between
from dpverify.proofs.atlas.definitions import ROWS
from dpverify.proofs.atlas.listing import Choice, document, listed
from dpverify.proofs.atlas.reading import PROPERTIES, ArrowClaim, CellClaim, read, read_statement
from dpverify.proofs.atlas.separations import separation
from dpverify.proofs.atlas.table import Cell, atlas
from dpverify.proofs.registry import entries, entry
from dpverify.replaying import replay


@cache
def cells() -> dict[tuple[str, str], Cell]:
    """The cells by row and column; not made before a test asks for them."""
    return {(cell.row, cell.property): cell for cell in atlas().cells}


def test_the_size_that_was_asked_for() -> None:
    """At least 60 definitions, 300 cells and 150 arrows; each cell and row once."""
    assert len({row.name for row in atlas().rows}) == len(ROWS) >= 60
    assert len(cells()) == len(atlas().cells) == len(ROWS) * len(PROPERTIES) >= 300
    assert len(atlas().arrows) >= 150


def test_claims_are_read_as_they_are_stated() -> None:
    """Of each column one claim that was read by hand, and an arrow."""
    for name, row, column in (
        ("dp.post-processing.pure", "pure-dp", "post-processing"),
        ("dp.convexity.renyi", "renyi-dp", "convexity"),
        ("dp.convexity.hidden", "approx-dp", "hidden mixture"),
        ("par.convexity.visible.mean", "privacy-at-risk", "visible mixture"),
        ("dp.composition.bounded-range", "bounded-range", "sequential composition"),
        ("dp.composition.chi-squared.adaptive", "chi-squared-dp", "adaptive composition"),
        ("dp.group-privacy.pure", "pure-dp", "group"),
    ):
        (claim,) = read(entry(name))
        assert isinstance(claim, CellClaim)
        assert (claim.row, claim.property) == (row, column)
    (arrow,) = read(entry("dp.total-variation.bound"))
    assert isinstance(arrow, ArrowClaim)
    assert (arrow.source.row, arrow.target.row) == ("approx-dp", "total-variation")


@pytest.mark.parametrize(
    "name",
    [
        "dp.mixture.data-dependent-coin",  # the coin is no mechanism of which something is assumed
        "dp.sequential-composition.shared-coins",
        "dp.composition.approx-with-pure",  # two definitions
        "dp.poisson-subsampling",
        "dp.decomposition.suffices",
        "dp.mixture.with-nothing",
    ],
)
def test_what_says_something_else_is_no_cell(name: str) -> None:
    """More objects, hypotheses or compositions than the column has."""
    assert read(entry(name)) == ()


def test_false_neighbours_are_no_cells_that_hold() -> None:
    """A mutant that assumes nothing, or too little, is not read as the claim that it spoils."""
    spoilt = entry("dp.post-processing.pure")
    for mutant in spoilt.mutants:
        for claim in read_statement(mutant.statement):
            assert isinstance(claim, CellClaim)
            assert not claim.kept


def test_grades_do_not_read_what_is_expected() -> None:
    """Proofs and witnesses decide; each claim that is proved or refuted is so in the registry."""
    for name, graded in atlas().grades.items():
        expected = entry(name).expected
        assert graded.grade == {"proved": graded.grade}.get(expected, expected), name
        assert (graded.grade == "refuted") == (expected == "refuted"), name


def test_a_statement_that_changed_is_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was recorded of another statement says nothing."""
    name = next(name for name, graded in atlas().grades.items() if graded.grade == "tested")
    monkeypatch.setattr(grades, "digest", lambda _: "another")
    assert grades.graded(entry(name)).grade == "open"


def test_a_witness_of_another_claim_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refutation that was stored under another id refutes nothing."""
    other = grades.witness("dp.approx-as-probabilistic")
    monkeypatch.setattr(grades, "witness", lambda _: other)
    spoilt = other is not None and other.replace(
        "dp.approx-as-probabilistic", "par.post-processing"
    )
    monkeypatch.setattr(grades, "witness", lambda _: spoilt)
    assert grades.graded(entry("par.post-processing")).grade == "open"


def test_every_decided_cell_has_a_claim_of_its_grade() -> None:
    """And what is open has none; derived cells are no stronger than what they use."""
    order = ("proved", "bounded", "computed", "tested")
    for cell in atlas().cells:
        if cell.answer == "open":
            assert not cell.claims
            continue
        assert cell.claims
        parts = [atlas().grades[name].grade for name in cell.claims]
        assert cell.grade in parts
        if cell.answer == "no":
            assert cell.grade == "refuted"
        elif cell.derived:
            assert order.index(cell.grade) == max(order.index(part) for part in parts)


@pytest.mark.parametrize("name", sorted(RELATIONS))
def test_relations_are_symmetric_or_say_that_they_are_not(name: str) -> None:
    """At the smallest sizes; no input is its own neighbour, and each is listed once."""
    size = RELATIONS[name].universe.smallest + 1
    related = relation(name, size)
    assert len(set(related.inputs)) == len(related.inputs) == RELATIONS[name].universe.count(size)
    assert all(i != j for i, j in related.pairs)
    mirrored = {(j, i) for i, j in related.pairs}
    assert (mirrored == related.pairs) is not RELATIONS[name].directed


def test_relations_by_hand() -> None:
    """Numbers of ordered pairs that were counted on paper."""
    assert len(relation("edge", 3).pairs) == 24  # 8 graphs, 3 edges to change
    assert len(relation("node", 3).pairs) == 48  # any one or two of three edges share a node
    assert len(relation("label", 2).pairs) == 32  # 16 tables, 2 labels to change
    assert len(relation("attribute", 2).pairs) == 64
    assert len(relation("record", 2).pairs) == 96  # 3 other records in 2 places
    assert len(relation("user", 2).pairs) == 96  # 2 users, 3 other pasts each
    assert len(relation("bootstrap", 2).pairs) == 8  # 4 tables of records held, 2 places
    assert len(relation("bootstrap", 3).pairs) == 24
    assert relation("one-sided", 1).neighbours == [("(1,)", "(0,)")]


def test_relations_of_tables_by_what_they_are_for() -> None:
    """Each at size 3 against another way of saying it.

    Induced: of the records that differ, no part can be exchanged for those of the other table so
    that the number of labels 1 stays. Dependent: the third record has no partner.
    """
    tables = relation("record", 3).values
    listed = {name: relation(name, 3).pairs for name in ("induced", "dependent", "individual")}
    places = range(len(tables))

    def apart(i: int, j: int) -> set[int]:
        return {k for k in range(3) if tables[i][k] != tables[j][k]}

    def labels(table: Sequence[tuple[int, int]]) -> int:
        return sum(label for _, label in table)

    def between(i: int, j: int) -> bool:
        choices = product(*zip(tables[i], tables[j], strict=True))
        kept = (table for table in choices if labels(table) == labels(tables[i]))
        return any(table not in (tables[i], tables[j]) for table in kept)

    induced = {
        (i, j)
        for i, j in product(places, places)
        if i != j and labels(tables[i]) == labels(tables[j]) and not between(i, j)
    }
    assert listed["induced"] == induced
    dependent = {(i, j) for i, j in product(places, places) if apart(i, j)}
    assert listed["dependent"] == {
        (i, j) for i, j in dependent if apart(i, j) <= {0, 1} or apart(i, j) == {2}
    }
    fixed = tables.index(((0, 0),) * 3)
    assert listed["individual"] == {
        pair for k in places if len(apart(fixed, k)) == 1 for pair in ((fixed, k), (k, fixed))
    }
    (pair,) = relation("per-instance", 3).neighbours
    assert pair == ("((0, 0), (0, 0), (0, 0))", "((1, 1), (0, 0), (0, 0))")


@pytest.mark.parametrize(("name", "size"), [("edges", 3), ("edge", 1), ("edge", 9), ("edge", True)])
def test_a_relation_that_cannot_be_listed_is_refused(name: str, size: int) -> None:
    """One clear line."""
    with pytest.raises(UsageError, match="edge"):
        relation(name, size)


def test_steps_by_hand() -> None:
    """Distances that the literature states, and the path that is missing."""
    assert steps_between("add-remove", "replace-one", 3) == 2
    assert steps_between("edge", "node", 4) == 3  # n − 1
    assert steps_between("attribute", "record", 2) == 2
    assert steps_between("replace-one", "add-remove", 2) is None
    assert steps_between("line", "any-values", 5) == 5


@pytest.mark.parametrize(
    ("near", "far", "size"),
    [("add-remove", "replace-one", 2), ("edge", "node", 3), ("line", "threshold", 4)],
)
def test_the_constant_of_steps_is_attained(near: str, far: str, size: int) -> None:
    """The exact checker measures k·ln 2 on the mechanism that the atlas builds."""
    assert is_attained(near, far, size)
    first, second = relation(near, size), relation(far, size)
    most = steps_between(near, far, size)
    assert most is not None
    start = next(i for i, j in second.pairs if first.distance(i, j) == most)
    steps = [first.distance(start, j) for j in range(len(first.inputs))]
    largest = max(step for step in steps if step is not None)
    yes = [Fraction(1, 2 ** ((largest if d is None else d) + largest + 1)) for d in steps]
    rows = [[p, 1 - p] for p in yes]
    for related, times in ((first, 1), (second, most)):
        channel = dv.Channel(related.inputs, ["yes", "no"], rows, related.neighbours)
        assert dv.measure(channel, "pure-dp").tight["eps"] == times * ln(2)


def test_sizes_at_which_steps_are_counted() -> None:
    """Each universe has some, and every arrow by steps tells them."""
    assert {each.universe.name for each in RELATIONS.values()} == {*SIZES}
    counted = [arrow for arrow in atlas().arrows if arrow.kind == "steps" and arrow.holds]
    assert counted
    assert all("counted at the sizes" in arrow.scope for arrow in counted)
    assert all(arrow.grade == "bounded" for arrow in counted)


@pytest.mark.parametrize("quantity", ["pure-dp", "approx-dp"])
def test_a_separation_replays(quantity: str) -> None:
    """And a forged one, whose far neighbours are near, does not."""
    good = separation(quantity, "label", "record", 1)
    assert replay(good).status == "accepted"
    good["hypotheses"][0]["of"] = "N"
    assert replay(good).status == "rejected"
    with pytest.raises(UsageError):
        separation(quantity, "record", "label", 1)


def test_what_a_row_is_called_by_two_deciders_is_one_number() -> None:
    """The comparisons that the atlas reads as a definition measure what the definition measures."""
    laws_of_three = [_law(weights) for weights in product((1, 4, 7), repeat=3)]
    for p, q in zip(laws_of_three, reversed(laws_of_three), strict=True):
        channel = dv.Channel(["x", "z"], list("abc"), [p, q], [("x", "z")], directed=True)
        tight = {
            name: dv.measure(channel, name, **given).tight[bound]
            for name, bound, given in (
                ("total-variation", "delta", {}),
                ("bounded-range", "eps", {}),
                ("renyi-dp", "eps", {"alpha": 2}),
                ("approx-dp", "delta", {"eps": "ln(2)"}),
            )
        }
        laws = [as_value(x) for x in p], [as_value(x) for x in q]
        measured = {
            name: COMPARISONS[f"{name}-at-most"].quantity.measure(*laws, given)
            for name, given in (
                ("total-variation", {}),
                ("ratio-range", {}),
                ("renyi-divergence", {"alpha": Value(2)}),
                ("hockey-stick", {"odds": Value(2)}),
            )
        }
        assert measured["total-variation"] == tight["total-variation"]
        assert ln(measured["ratio-range"]) == tight["bounded-range"]
        assert Loss(0) + measured["renyi-divergence"] == tight["renyi-dp"]
        assert measured["hockey-stick"] == tight["approx-dp"]


def _law(weights: Sequence[int]) -> list[Fraction]:
    return [Fraction(weight, sum(weights)) for weight in weights]


def test_chains_take_one_parameter_for_one() -> None:
    """What may be chosen keeps a name of its own, and no chain leads back to where it began."""
    chains = [arrow for arrow in atlas().arrows if arrow.kind == "chained"]
    assert chains
    assert all(arrow.source != arrow.target for arrow in chains)
    assert all(len(arrow.claims) > 1 for arrow in chains)
    known = {(a.source, a.target): a for a in chains}
    arrow = known["privacy-at-risk", "total-variation"]
    assert arrow.concluded == "δ = (e^ε − 1 + 2·r)/(e^ε + 1)"


def test_filters_show_what_they_name() -> None:
    """And a definition that is no row is refused with a suggestion."""
    whole = listed()
    assert whole.counts["cells"] == len(atlas().cells)
    some = listed(Choice(dimension="neighbours", property="group", answer="yes"))
    assert {cell.property for cell in some.cells} == {"group"}
    assert {d.dimension for d in some.definitions} == {"neighbours"}
    assert not some.arrows
    one = listed(Choice(definition="total-variation"))
    assert all("total-variation" in (a.source, a.target) for a in one.arrows)
    with pytest.raises(UsageError, match="total-variation"):
        listed(Choice(definition="total-variatoin"))


def test_documents_are_those_that_replay() -> None:
    """A proof, a refutation, and nothing for what was tested."""
    for name in ("dp.post-processing.pure", "par.post-processing"):
        assert replay(document(name)).status == "accepted"
    assert replay(document("pure-dp:partition/pure-dp:line")).status == "accepted"
    for name in ("dp.pure-implies-zcdp.tanh", "pure-dp:line/pure-dp:partition", "a/b"):
        with pytest.raises(UsageError):
            document(name)


def test_every_stored_witness_belongs_to_a_claim_of_the_atlas() -> None:
    """None is left over, and none is missing: `make atlas` writes them."""
    from scripts.make_atlas import faults

    assert faults() == []


def test_rows_name_what_decides_them() -> None:
    """A definition or a comparison that exists."""
    from dpverify.defs.definitions.registry import DEFINITIONS

    for row in ROWS:
        assert row.decided in DEFINITIONS or row.decided in COMPARISONS, row.name
        assert row.of in {other.name for other in ROWS}
    assert all(len(read(each)) <= 2 for each in entries())
