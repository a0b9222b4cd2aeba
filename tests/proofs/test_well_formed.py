"""Claims of one's own with a slip are refused in one line that names it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from dpverify.defs.errors import Undecided, UsageError
from dpverify.defs.logic import EXACT
from dpverify.defs.numbers import ONE
from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.forms import FORMS, truth
from dpverify.proofs.formula import encode
from dpverify.proofs.labels import Constant, Ends, OneChanges, OutputsOf, PairsOf, Part, Path, Size
from dpverify.proofs.registry import entries
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, Statement, known
from dpverify.proofs.well_formed import need_well_formed

INPUTS, OUTPUTS = Size("inputs", "x"), Size("outputs", "y")
A = AnyChannel(INPUTS, OUTPUTS)
GOOD = Statement(
    objects={"A": A},
    parameters={"eps": "loss"},
    hypotheses=(Claim("A", "pure-dp", {"eps": "eps"}),),
    derived={"N": {"product": ["A", "A"]}},
    conclusion=Claim("N", "pure-dp", {"eps": "2*eps"}),
    sizes={"inputs": (2, 2), "outputs": (2, 3)},
)
FOLDED = AnyChannel(INPUTS, OUTPUTS, copies=Size("n", "A"))
NUMBER: Any = 0.5
HALF = Claim("N", "pure-dp", {"eps": NUMBER})
PAIRS = PairsOf(Size("one", "f"), Size("two", "g"))
MINE = Entry(id="mine.a", title="t", statement=GOOD, source="me", expected="proved")


def test_every_entry_of_the_library_is_well_formed() -> None:
    """So is this one, which the others differ from by their fault alone."""
    for each in (MINE, *entries()):
        need_well_formed(each)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"conclusion": Claim("N", "pure-dp", {"eps": "epsilon/2"})}, "did you mean 'eps'"),
        ({"conclusion": HALF}, "write an expression as a text"),
        ({"conclusion": Claim("N", "pure-dp", {"delta": "eps"})}, "has no parameter 'delta'"),
        ({"conclusion": Claim("N", "approx-dp", {"eps": "eps"})}, "of N needs delta"),
        ({"conclusion": Claim("N", "pure", {"eps": "eps"})}, "did you mean 'pure-dp'"),
        ({"hypotheses": (Claim("A", "pure-dp", {"eps": "eps1"}),)}, "'eps1' names 'eps1'"),
        ({"sizes": {"inputs": (2, 2)}}, "sizes says nothing of 'outputs'"),
        ({"sizes": {"inputs": 2, "outputs": (2, 3)}}, "inputs is 2; write the smallest and"),
        ({"sizes": {"inputs": (3, 2), "outputs": (2, 3)}}, "the smallest and the largest"),
        ({"parameters": {"eps": "epsilon"}}, "must be one of loss, value, order"),
        ({"derived": {"N": {"products": ["A", "A"]}}}, "did you mean 'product'"),
        ({"derived": {"N": {"product": ["A"]}}}, "takes 2 operands"),
        ({"derived": {"N": ["A", "A"]}}, 'write {"product": '),
        ({"objects": {"A": AnyChannel("inputs", "outputs")}}, "write Size"),  # type: ignore[arg-type]
        ({"objects": {"A": AnyChannel(INPUTS, OutputsOf("B"))}}, "'B', which is no object"),
        ({"objects": {"A": INPUTS}}, "write AnyChannel"),
        ({"conclusion": Claim("N", "approx-dp", {"eps": "0", "delta": "eps"})}, "nats(eps)"),
        ({"hypotheses": (condition("eps <= 1"),)}, "'eps <= 1': a loss stands where a value is"),
        ({"hypotheses": (condition("nats(eta) <= 1"),)}, "names 'eta'"),
        ({"conclusion": Claim("N", "pure-dp", {"eps": "nats(eps)*i*eps"})}, "names 'i'"),
        ({"derived": {"N": {"mixture": ["eps", "A", "A"]}}}, "exp(eps)"),
        ({"derived": {"N": {"mixture": ["w", "A", "A"]}}}, "names 'w'"),
        ({"derived": {"N": {"mixture": [0.5, "A", "A"]}}}, "the weight of N is 0.5; write a text"),
        ({"derived": {"N": {"mixture": ["3/2", "A", "A"]}}}, "the weight 3/2 is no probability"),
        ({"hypotheses": (None,)}, "a hypothesis is None; write Claim"),
        ({"hypotheses": ("eps is small",)}, "a hypothesis is 'eps is small'; write Claim"),
        ({"conclusion": None}, "the conclusion is None; write Claim"),
        ({"conclusion": Claim("N", "pure-dp", {"eps": "eps"}, form="sums")}, "'sums'; there are"),
        ({"conclusion": Claim("N", "pure-dp", {}, form="events")}, "pure-dp of N needs eps"),
        ({"conclusion": Claim("N", "pure-dp", {}, form="first-output")}, "pure-dp of N needs eps"),
        (
            {"conclusion": Claim("N", "total-variation", {"delta": "1"}, form="events")},
            "total-variation is no definition over events; it has no form 'events'",
        ),
        ({"parameters": {"eps": "value"}}, "write loss(eps)"),
        ({"derived": {"N": {"fold": "A*"}}}, "N folds 'A*'; write"),
        (
            {
                "objects": {"A": FOLDED},
                "derived": {"N": {"fold": ["product", "A*"]}},
                "sizes": {**GOOD.sizes, "n": (1, 3)},
            },
            "N folds one copy of A*, which composes nothing; let the size 'n' begin at 2",
        ),
        ({"parameters": {"eps": "loss", "inputs": "value"}}, "has the name of a size"),
    ],
)
def test_slips_are_named(change: dict[str, Any], words: str) -> None:
    """In the statement, and in a mutant's; the entry is named too."""
    statement = replace(GOOD, **change)
    for entry in (
        replace(MINE, statement=statement),
        replace(MINE, mutants=(Mutant("m", "c", statement),)),
    ):
        with pytest.raises(UsageError) as caught:
            need_well_formed(entry)
        assert str(caught.value).startswith("entry mine.a: ")
        assert words in str(caught.value)


CHAIN = replace(A, neighbours=lambda _: [("x0", "x1")])
COPIED = replace(A, copies=Size("n", "K"))
CHANNELS = {"A": A, "B": CHAIN, "K": COPIED}
OTHERS = "N is composed of channels with different neighbours"


@pytest.mark.parametrize(
    ("derived", "words"),
    [
        ({"D": {"product": ["A", "A"]}, "N": {"product": ["D", "B"]}}, OTHERS),
        ({"D": {"product": ["B", "B"]}, "N": {"mixture": ["1/2", "D", "A"]}}, OTHERS),
        ({"N": {"adaptive": ["A", ["B", "B"]]}}, OTHERS),
        ({"N": {"adaptive": ["B", "K*"]}}, OTHERS),
        ({"N": {"product": ["B", "K1"]}}, OTHERS),
        ({"N": {"fold": ["product", ["A", "B"]]}}, OTHERS),
        (
            {
                "C": {"restrict": ["A", ["x0", "x1"]]},
                "D": {"restrict": ["B", ["x0", "x1"]]},
                "N": {"product": ["C", "D"]},
            },
            OTHERS,
        ),
        ({"N": {"product": ["N", "A"]}}, "N is composed of 'N', which is no object before it"),
        ({"N": {"product": ["D", "A"]}, "D": {"product": ["A", "A"]}}, "'D', which is no object"),
        ({"N": {"product": ["K", "A"]}}, "'K', which is no object"),
        ({"N": {"product": [["A"], "A"]}}, "is composed of 'A', which is no object"),
        ({"N": {"adaptive": ["A", "A"]}}, "'A' is no list of channels, and no \"N*\""),
        ({"N": {"fold": ["product", ["A", None]]}}, "is composed of None"),
        ({"N": {"fold": ["mixture", ["A", "A"]]}}, "only a product can be folded"),
    ],
)
def test_what_a_composition_is_made_of_is_there_and_has_the_same_neighbours(
    derived: dict[str, Any], words: str
) -> None:
    """Whether it is an object, a copy or itself composed."""
    sizes = {**GOOD.sizes, "n": (2, 2)}
    statement = replace(GOOD, objects=CHANNELS, derived=derived, sizes=sizes)
    with pytest.raises(UsageError) as caught:
        need_well_formed(replace(MINE, statement=statement))
    assert words in str(caught.value)


def test_compositions_of_compositions_with_the_same_neighbours() -> None:
    """A restriction of all pairs is all pairs again; of a list it is one more list."""
    many: tuple[Any, ...] = (
        {"D": {"restrict": ["B", ["x0", "x1"]]}, "N": {"product": ["D", "D"]}},
        {"D": {"restrict": ["A", ["x1", "x0"]]}, "N": {"product": ["D", "A"]}},
        {"D": {"product": ["B", "B"]}, "N": {"product": ["D", "B"]}},
        {"D": {"adaptive": ["A", "K*"]}, "N": {"product": ["D", "K2"]}},
    )
    for derived in many:
        sizes = {**GOOD.sizes, "n": (2, 2)}
        statement = replace(GOOD, objects=CHANNELS, derived=derived, sizes=sizes)
        need_well_formed(replace(MINE, statement=statement))


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ({"product": ["A1", "A9"]}, "at this shape 'A9' is no channel"),
        ({"restrict": ["A1", ["x0", "x7"]]}, "at this shape 'x7' is no input of A1"),
        ({"adaptive": ["A1", ["A1"]]}, "1 kernels for 2 outputs"),
    ],
)
def test_what_a_shape_does_not_have_is_an_open_question(form: Any, words: str) -> None:
    """Terms are of one shape: how many copies and inputs there are is seen there."""
    sizes = {**GOOD.sizes, "n": (2, 2)}
    copied = {"A": replace(COPIED, copies=Size("n", "A"))}
    claims: Any = {"hypotheses": (), "conclusion": Claim("N", "pure-dp", {"eps": "eps"})}
    statement = replace(GOOD, objects=copied, derived={"N": form}, sizes=sizes, **claims)
    need_well_formed(replace(MINE, statement=statement))
    with pytest.raises(Undecided, match=words):
        encode(statement, {"inputs": 2, "outputs": 2, "n": 2})


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    ("definition", "bound"), [("probabilistic-dp", "delta"), ("privacy-at-risk", "risk")]
)
def test_a_form_is_one_of_the_definition_that_is_claimed(
    definition: str, bound: str, form: str
) -> None:
    """At one event P(S) − e^ε·Q(S) ≤ δ is no claim about P(S), and a risk would not be read."""
    claim = Claim("A", definition, {"eps": "eps", bound: "1"}, form=form)
    entry = replace(MINE, statement=replace(GOOD, hypotheses=(claim,)))
    with pytest.raises(UsageError, match=rf"{definition} bounds P\(S\) and not .* '{form}'"):
        need_well_formed(entry)
    with pytest.raises(UsageError, match=f"{definition} bounds"):
        truth(definition, form, ([ONE], [ONE]), {"odds": ONE, bound: ONE}, EXACT)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"shapes": ({"input": 2, "outputs": 2},)}, "the shape says nothing of 'inputs'"),
        ({"shapes": ((2, 2),)}, "a shape is"),
        ({"shapes": ({"inputs": "2", "outputs": 2},)}, "gives inputs as '2'; write a whole number"),
        ({"shapes": ({"inputs": 2, "outputs": 2.0},)}, "gives outputs as 2.0"),
        ({"shapes": ({"inputs": 2, "outputs": 0},)}, "gives outputs as 0"),
        ({"shapes": ({"inputs": True, "outputs": 2},)}, "gives inputs as True"),
        ({"statement": "eps is private"}, "write Statement"),
    ],
)
def test_slips_beside_the_statement_are_named(change: dict[str, Any], words: str) -> None:
    """Shapes, and something that is no statement."""
    with pytest.raises(UsageError, match=words):
        need_well_formed(replace(MINE, **change))


@pytest.mark.parametrize(
    ("objects", "missing"),
    [
        ({"A": AnyChannel(PAIRS, Size("outputs", "y"), OneChanges(PAIRS))}, "'one'"),
        ({"K": known(Part(OneChanges(PAIRS), 0), "the first part"), "A": A}, "'one'"),
        ({"K": known(Constant(Size("all", "k"), ("a", "b")), "always a"), "A": A}, "'all'"),
        ({"K": known(Ends(Path("steps", "s")), "the ends"), "A": A}, "'steps'"),
    ],
)
def test_a_size_is_missed_wherever_labels_name_it(objects: dict[str, Any], missing: str) -> None:
    statement = replace(GOOD, objects=objects)
    with pytest.raises(UsageError, match=f"sizes says nothing of {missing}"):
        need_well_formed(replace(MINE, statement=statement))


@pytest.mark.parametrize(
    "other",
    [
        AnyChannel(Size("others", "v"), Size("outputs", "y")),
        AnyChannel(Size("inputs", "x"), Size("outputs", "y"), lambda _: [("x0", "x1")]),
        known(Constant(Size("others", "v"), ("a", "b")), "always a"),
    ],
)
def test_claims_about_other_pairs_are_not_equivalent(other: Any) -> None:
    """A pair of one is none of the other: to look for it ended in an error, or found a proof."""
    claims = tuple(Claim(of, "total-variation-at-most", {"bound": "1"}) for of in ("A", "B"))
    sizes = {"inputs": (2, 2), "outputs": (2, 3), "others": (2, 2)}
    statement = replace(
        GOOD,
        objects={"A": A, "B": other},
        derived={},
        hypotheses=(),
        conclusion=Equivalent(claims),
        sizes=sizes,
    )
    with pytest.raises(UsageError, match="different inputs or neighbours"):
        need_well_formed(replace(MINE, statement=statement))
    alike = {"A": A, "B": AnyChannel(A.inputs, Size("outputs", "z"))}
    need_well_formed(replace(MINE, statement=replace(statement, objects=alike)))


def test_what_is_read_as_another_kind_is_no_theorem() -> None:
    """It was proved, for all sizes, that who is (ε₁,δ)- and (ε₂,δ)-DP is (0, δ + ε₁·ε₂)-DP.

    Numbers read a loss in the place of a value as its nats, the proof as its odds e^ε ≥ 1, above
    which no δ matters. By hand: rows 21/40, 19/40 and 19/40, 21/40 are ln(21/19)-DP, of which the
    square is 0.0100, and their total variation is 1/20.
    """
    false = Statement(
        objects={"A": A},
        parameters={"eps1": "loss", "eps2": "loss", "delta": "value"},
        hypotheses=tuple(
            Claim("A", "approx-dp", {"eps": eps, "delta": "delta"}) for eps in ("eps1", "eps2")
        ),
        conclusion=Claim("A", "approx-dp", {"eps": "0", "delta": "delta+eps1*eps2"}),
        sizes={"inputs": (2, 2), "outputs": (2, 3)},
    )
    with pytest.raises(UsageError, match=r"mine\.a: 'delta\+eps1\*eps2'.* write exp\(eps1\)"):
        need_well_formed(replace(MINE, statement=false))
    nats = Claim("A", "approx-dp", {"eps": "0", "delta": "delta+nats(eps1)*nats(eps2)"})
    need_well_formed(replace(MINE, statement=replace(false, conclusion=nats)))


def test_what_has_the_name_of_a_size_is_no_parameter() -> None:
    """It was proved that who is (0,n)-DP is (0,n²)-DP: n was read as the number of outputs."""
    outputs = Size("n", "y")
    shadowed = Statement(
        objects={"A": AnyChannel(INPUTS, outputs)},
        parameters={"n": "value"},
        hypotheses=(Claim("A", "approx-dp", {"eps": "0", "delta": "n"}),),
        conclusion=Claim("A", "approx-dp", {"eps": "0", "delta": "n*n"}),
        sizes={"inputs": (2, 2), "n": (2, 3)},
    )
    with pytest.raises(UsageError, match="the parameter n has the name of a size"):
        need_well_formed(replace(MINE, statement=shadowed))
