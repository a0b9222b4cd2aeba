"""The literature's form over events and the computed form over outputs say the same."""

from __future__ import annotations

from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.labels import Size
from dpverify.proofs.statement import AnyChannel, Claim, Equivalent, Statement

CHANNEL = AnyChannel(Size("inputs", "x"), Size("outputs", "y"))
SIZES = {"inputs": (2, 3), "outputs": (1, 4)}
SHAPES = tuple({"inputs": 2, "outputs": outputs} for outputs in (1, 2, 3))


def _same(*claims: Claim) -> Statement:
    with_delta = any("delta" in claim.given for claim in claims)
    return Statement(
        objects={"M": CHANNEL},
        parameters={"eps": "loss", "delta": "value"} if with_delta else {"eps": "loss"},
        conclusion=Equivalent(claims),
        sizes=SIZES,
    )


def _pure(form: str, eps: str = "eps", *, swapped: bool = False) -> Claim:
    return Claim("M", "pure-dp", {"eps": eps}, form=form, swapped=swapped)


def _approx(form: str, delta: str = "delta", *, swapped: bool = False) -> Claim:
    return Claim("M", "approx-dp", {"eps": "eps", "delta": delta}, form=form, swapped=swapped)


ENTRIES = (
    Entry(
        id="dp.two-forms.pure",
        title="ε-DP over events is ε-DP over single outputs",
        statement=_same(_pure("events"), _pure("outputs"), _pure("maximising-event")),
        source="Dwork, Roth 2014, Definition 2.4 with δ = 0 and the remark on discrete ranges",
        expected="proved",
        shapes=SHAPES,
        mutants=(
            Mutant(
                "first-output",
                "only the first output is looked at",
                _same(_pure("events"), _pure("first-output")),
            ),
            Mutant(
                "other-order",
                "the outputs are compared in the other order of the pair",
                _same(_pure("events"), _pure("outputs", swapped=True)),
            ),
            Mutant(
                "twice-the-loss",
                "the outputs get 2ε",
                _same(_pure("events"), _pure("outputs", "2*eps")),
            ),
        ),
    ),
    Entry(
        id="dp.two-forms.approx",
        title="(ε,δ)-DP over events is Σ max(0, P − e^ε Q) ≤ δ, attained at {P > e^ε Q}",
        statement=_same(_approx("events"), _approx("outputs"), _approx("maximising-event")),
        source="Dwork, Roth 2014, Definition 2.4; Balle, Wang 2018, Theorem 5",
        expected="proved",
        shapes=SHAPES,
        notes=(
            "That the event {P > e^ε Q} maximises P(S) − e^ε Q(S) is the third form: for every δ it"
            " stays within δ exactly when all events do."
        ),
        mutants=(
            Mutant(
                "delta-per-output",
                "δ is allowed once for every output",
                _same(_approx("events"), _approx("single-outputs")),
            ),
            Mutant(
                "likelier-outputs",
                "the event is {P > Q}",
                _same(_approx("events"), _approx("likelier-outputs")),
            ),
            Mutant(
                "negative-parts",
                "negative parts are not cut off",
                _same(_approx("events"), _approx("signed-sum")),
            ),
            Mutant(
                "other-order",
                "the outputs are compared in the other order of the pair",
                _same(_approx("events"), _approx("outputs", swapped=True)),
            ),
        ),
    ),
)
