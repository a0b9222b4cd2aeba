"""What a found counterexample is simplified to; what cannot be made is left out."""

from __future__ import annotations

from fractions import Fraction

from dpverify.defs.channel import Channel
from dpverify.defs.numbers import ln
from dpverify.proofs.instances import Instance
from dpverify.proofs.labels import OutputsOf, Size
from dpverify.proofs.simplify import rounded, simplified
from dpverify.proofs.statement import AnyChannel, Claim, Statement

M = AnyChannel(Size("inputs", "x"), Size("outputs", "y"))
PLAIN = [["1", "0"], ["0", "1"]]


def test_a_kernel_that_reads_one_output_is_no_smaller_counterexample() -> None:
    """It has no neighbours, and what is claimed of it would be an empty question."""
    statement = Statement(
        objects={"M": M, "K": AnyChannel(OutputsOf("M"), Size("results", "z"))},
        derived={"D": {"post_process": ["M", "K"]}},
        parameters={"eps": "loss"},
        hypotheses=(Claim("K", "pure-dp", {"eps": "2*eps"}),),
        conclusion=Claim("D", "pure-dp", {"eps": "eps"}),
        sizes={"inputs": (2, 2), "outputs": (1, 2), "results": (2, 2)},
    )
    channels = {
        "M": Channel(["x0", "x1"], ["y0", "y1"], PLAIN),
        "K": Channel(["y0", "y1"], ["z0", "z1"], [["4/5", "1/5"], ["1/5", "4/5"]]),
    }
    shape = {"inputs": 2, "outputs": 2, "results": 2}
    found = Instance(statement, shape, channels, {"eps": ln(2)})
    assert found.refutes
    simpler = simplified(found)
    assert simpler.refutes
    assert simpler.shape == shape


def test_near_a_model_with_a_weight_above_1_there_is_nothing() -> None:
    """A solver may propose one, since terms do not say where a weight lies."""
    statement = Statement(
        objects={"M": M, "N": M},
        derived={"D": {"visible_mixture": ["exp(eps)", "M", "N"]}},
        parameters={"eps": "loss"},
        conclusion=Claim("D", "pure-dp", {"eps": "eps"}),
        sizes={"inputs": (2, 2), "outputs": (2, 2)},
    )
    raw = {name: [[Fraction(1, 2), Fraction(1, 2)]] * 2 for name in ("M", "N")}
    assert rounded(statement, {"inputs": 2, "outputs": 2}, raw, {"eps": ln(2)}) is None
