"""What the simplified bound says of all priors: the worst one, the largest advantage, the safe ε.

With s = e^(Rε/2) the bound allows the posterior p·s²/(p·s² + 1 − p) of a goal of prior p, and the
advantage is posterior minus prior. Every claim is written times its denominators, all positive.
"""

from __future__ import annotations

from dpverify.proofs.conditions import condition
from dpverify.proofs.entry import Entry, Mutant
from dpverify.proofs.expressions import Kind, names
from dpverify.proofs.labels import Shape
from dpverify.proofs.statement import Statement

SOURCE = (
    "A. Pankova, P. Laud, Interpreting ε of Differential Privacy in Terms of Advantage in Guessing"
    " or Approximating Sensitive Attributes, presentation, 2022"
)
WORST = f"{SOURCE}, Worst-case prior distribution"
S = "s stands for Rε/2."
BOTTOM = "(p*exp(2*s)+1-p)"
GAINED = f"(p*exp(2*s)-p*{BOTTOM})"


def _implies(conclusion: str, *conditions: str, **kinds: Kind) -> Statement:
    parameters: dict[str, Kind] = {"p": "value", "s": "loss", **kinds}
    said = {n for text in (conclusion, *conditions) for n in names(text)}
    used = {n: kind for n, kind in parameters.items() if n in said}
    return Statement(
        objects={},
        parameters=used,
        hypotheses=tuple(map(condition, conditions)),
        conclusion=condition(conclusion),
    )


def _most(gained: str, bottom: str) -> Statement:
    """The gain, given with its denominator, is at most tanh(Rε/4)."""
    return _implies(f"{gained}*(exp(s)+1) <= (exp(s)-1)*{bottom}")


def _at(prior: str, gained: str, bottom: str) -> Statement:
    """At one prior, given times the denominator s + 1, the gain is tanh(Rε/4)."""
    return _implies(
        f"{gained}*(exp(s)+1) >= (exp(s)-1)*{bottom}",
        f"p*(exp(s)+1) <= {prior}",
        f"p*(exp(s)+1) >= {prior}",
    )


FLOOR = "(p+(1-p)*exp(2*s))"
FALLEN = f"(p*{FLOOR}-p)"
ADVANTAGE = "eta*(exp(s)+1)"


def _safe(most: str = "exp(s)-1") -> Statement:
    """Where e^(Rε/2) ≤ (1 + η)/(1 − η), no prior allows more than η."""
    return _implies(f"{GAINED} <= eta*{BOTTOM}", f"{ADVANTAGE} >= {most}", eta="value")


def _closed(conclusion: str) -> Statement:
    """Where e^(Rε) ≤ (p+η)(1−p)/(p(1−p−η)), the posterior is at most p + η; t stands for Rε."""
    return _implies(conclusion, "p*(1-p-eta)*exp(t) <= (p+eta)*(1-p)", eta="value", t="loss")


POSTERIOR = "p*exp(t) <= (p+eta)*(p*exp(t)+1-p)"
SHAPES: tuple[Shape, ...] = ({},)

ENTRIES = (
    Entry(
        id="guessing.worst-prior",
        title="No prior allows a larger advantage than tanh(Rε/4)",
        statement=_most(GAINED, BOTTOM),
        source=WORST,
        expected="proved",
        shapes=SHAPES,
        notes=f"{S} The difference is (e^s − 1)·(1 − (e^s + 1)·p)² over positive terms.",
        mutants=(
            Mutant("half", "half of it", _implies(f"2*{GAINED}*(exp(s)+1) <= (exp(s)-1)*{BOTTOM}")),
            Mutant(
                "squared",
                "its square",
                _implies(f"{GAINED}*(exp(s)+1)*(exp(s)+1) <= (exp(s)-1)*(exp(s)-1)*{BOTTOM}"),
            ),
        ),
    ),
    Entry(
        id="guessing.worst-prior.attained",
        title="The prior 1/(1 + e^(Rε/2)) allows the advantage tanh(Rε/4)",
        statement=_at("1", GAINED, BOTTOM),
        source=WORST,
        expected="proved",
        shapes=SHAPES,
        notes=f"{S} With η = tanh(Rε/4) that prior is (1−η)/2.",
        mutants=(
            Mutant("other-prior", "p = e^s/(1 + e^s)", _at("exp(s)", GAINED, BOTTOM)),
            Mutant(
                "more",
                "10/9 of it",
                _implies(
                    f"9*{GAINED}*(exp(s)+1) >= 10*(exp(s)-1)*{BOTTOM}",
                    "p*(exp(s)+1) <= 1",
                    "p*(exp(s)+1) >= 1",
                ),
            ),
        ),
    ),
    Entry(
        id="guessing.worst-prior.loss",
        title="No prior lets the probability of the goal fall by more than tanh(Rε/4)",
        statement=_implies(f"{FALLEN}*(exp(s)+1) <= (exp(s)-1)*{FLOOR}"),
        source=f"{WORST}, prior minus posterior",
        expected="proved",
        shapes=SHAPES,
        notes=f"{S} The least posterior is p/(p + (1−p)·e^(Rε)).",
        mutants=(
            Mutant(
                "half",
                "half of it",
                _implies(f"2*{FALLEN}*(exp(s)+1) <= (exp(s)-1)*{FLOOR}"),
            ),
            Mutant(
                "squared",
                "its square",
                _implies(f"{FALLEN}*(exp(s)+1)*(exp(s)+1) <= (exp(s)-1)*(exp(s)-1)*{FLOOR}"),
            ),
        ),
    ),
    Entry(
        id="guessing.worst-prior.loss.attained",
        title="At the prior 1/(1 + e^(−Rε/2)) it may fall by tanh(Rε/4)",
        statement=_at("exp(s)", FALLEN, FLOOR),
        source=f"{WORST}, prior minus posterior",
        expected="proved",
        shapes=SHAPES,
        notes=S,
        mutants=(
            Mutant(
                "other-prior",
                "p = 1/(1 + e^s)",
                _at("1", FALLEN, FLOOR),
            ),
            Mutant(
                "any-prior",
                "whatever the prior",
                _implies(f"{FALLEN}*(exp(s)+1) >= (exp(s)-1)*{FLOOR}"),
            ),
        ),
    ),
    Entry(
        id="guessing.safe-eps",
        title="With ε ≤ (4/R)·artanh η no prior allows an advantage above η",
        statement=_safe(),
        source=f"{SOURCE}, From advantage to ε",
        expected="proved",
        shapes=SHAPES,
        notes=f"{S} The hypothesis is e^(Rε/2) ≤ (1+η)/(1−η), that is tanh(Rε/4) ≤ η.",
        mutants=(
            Mutant(
                "larger",
                "up to twice that advantage",
                _implies(f"{GAINED} <= eta*{BOTTOM}", f"2*{ADVANTAGE} >= exp(s)-1", eta="value"),
            ),
            Mutant("any-eps", "whatever ε", _implies(f"{GAINED} <= eta*{BOTTOM}", eta="value")),
        ),
    ),
    Entry(
        id="guessing.eps-for-advantage",
        title="The closed form of ε for an advantage η at the prior p is safe",
        statement=_closed(POSTERIOR),
        source=f"{SOURCE}, From advantage to ε",
        expected="proved",
        shapes=SHAPES,
        notes="t stands for Rε; the closed form is e^(Rε) = (p+η)(1−p)/(p(1−p−η)).",
        mutants=(
            Mutant(
                "no-advantage",
                "the posterior is at most p",
                _closed("p*exp(t) <= p*(p*exp(t)+1-p)"),
            ),
            Mutant("any-eps", "whatever ε", _implies(POSTERIOR, eta="value", t="loss")),
        ),
    ),
    Entry(
        id="guessing.eps-for-advantage.needed",
        title="No larger ε keeps the simplified bound at an advantage η at the prior p",
        statement=_implies("p*(1-p-eta)*exp(t) <= (p+eta)*(1-p)", POSTERIOR, eta="value", t="loss"),
        source=f"{SOURCE}, From advantage to ε",
        expected="proved",
        shapes=SHAPES,
        notes=(
            "t stands for Rε. With the other direction: the closed form is the largest such ε. One"
            " theorem with `guessing.eps-for-advantage`, of which hypothesis and conclusion are the"
            " same polynomial."
        ),
        mutants=(
            Mutant(
                "smaller",
                "nine tenths of the closed form",
                _implies(
                    "10*p*(1-p-eta)*exp(t) <= 9*(p+eta)*(1-p)", POSTERIOR, eta="value", t="loss"
                ),
            ),
            Mutant(
                "no-hypothesis",
                "whatever the posterior",
                _implies("p*(1-p-eta)*exp(t) <= (p+eta)*(1-p)", eta="value", t="loss"),
            ),
        ),
    ),
)
