"""The rows of the atlas: every definition by name, what decides it, and where it comes from.

A row is a quantity of two laws under a relation of neighbours. The quantity is a definition of
`dpverify.defs.definitions` or a comparison with a bound; the relation is one of
`dpverify.defs.relations`, or any. What must never change: a row says what decides it, and nothing
of what it satisfies; that is read off the claims.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, Literal

from dpverify.defs.relations.contract import Relation
from dpverify.defs.relations.registry import RELATIONS

Dimension = Literal[
    "quantification", "neighbours", "variation", "background", "formalism", "relative", "computing"
]
DIMENSIONS: Final[Mapping[Dimension, str]] = MappingProxyType(
    {
        "quantification": "how the privacy loss is measured",
        "neighbours": "which inputs are compared",
        "variation": "whether the loss varies with the input",
        "background": "what the attacker knows",
        "formalism": "how the attacker's gain is expressed",
        "relative": "relative to what the gain is measured",
        "computing": "how much the attacker can compute",
    }
)
"""Desfontaines, Pejó 2020: the seven ways in which a definition differs from ε-DP."""


PURE: Final = "pure-dp"
Way = Literal[
    "", "pairs", "family", "some orders", "law", "secrets", "attacker", "given", "most pairs",
    "near one law", "mean of pairs", "either", "three laws", "one order", "one order, δ",
]  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A definition of the atlas.

    Args: name its name in the atlas; title as the literature calls it; dimension as above;
        decided the definition of privacy, or the comparison, that decides it; source where it is
        defined; relation of neighbours, None where the definition leaves it open; way and base how
        it asks another row, and which (`dpverify.proofs.atlas.ways`).
    """

    name: str
    title: str
    dimension: Dimension
    decided: str
    source: str
    relation: str | None = None
    way: Way = ""
    base: str = ""

    @property
    def of(self) -> str:
        """The row with the same quantity under any relation."""
        return self.decided if self.relation is not None else self.base or self.name

    @property
    def combines(self) -> bool:
        """Whether it takes another quantity than ε-DP and another relation: two dimensions."""
        return self.relation is not None and self.decided != PURE


_LOSSES = (
    Row("pure-dp", "ε-differential privacy", "quantification", "pure-dp",
        "Dwork, McSherry, Nissim, Smith 2006"),
    Row("approx-dp", "(ε,δ)-differential privacy", "quantification", "approx-dp",
        "Dwork, Kenthapadi, McSherry, Mironov, Naor 2006"),
    Row("probabilistic-dp", "probabilistic differential privacy", "quantification",
        "probabilistic-dp", "Machanavajjhala, Kifer, Abowd, Gehrke, Vilhuber 2008"),
    Row("relaxed-dp", "relaxed differential privacy", "quantification", "probabilistic-dp",
        "Zhang, Rubinstein, Dimitrakakis 2016"),
    Row("privacy-at-risk", "privacy at risk", "quantification", "privacy-at-risk",
        "Dandekar, Basu, Bressan 2021"),
    Row("total-variation", "total variation privacy", "quantification", "total-variation",
        "Barber, Duchi 2014"),
    Row("kl-privacy", "Kullback–Leibler privacy", "quantification", "expected-loss-at-most",
        "Barber, Duchi 2014; Cuff, Yu 2016"),
    Row("mutual-information-dp", "mutual-information differential privacy, of one prior",
        "quantification", "expected-loss-at-most", "Cuff, Yu 2016"),
    Row("renyi-dp", "Rényi differential privacy", "quantification", "renyi-dp", "Mironov 2017"),
    Row("chi-squared-dp", "χ²-privacy, binary |χ|^α of order 2", "quantification",
        "chi-squared-dp", "Wang, Balle, Kasiviswanathan 2019; Duchi, Ruan 2024"),
    Row("ternary-difference", "ternary |χ|^α privacy of order 2", "quantification",
        "chi-squared-dp", "Wang, Balle, Kasiviswanathan 2019", way="three laws",
        base="chi-squared-dp"),
    Row("zcdp", "zero-concentrated differential privacy", "quantification", "zcdp",
        "Bun, Steinke 2016", way="family", base="renyi-dp"),
    Row("truncated-cdp", "truncated concentrated differential privacy; bounded, with ξ = 0",
        "quantification", "zcdp", "Bun, Dwork, Rothblum, Steinke 2018", way="some orders",
        base="zcdp"),
    Row("gaussian-dp", "Gaussian differential privacy", "quantification", "gaussian-dp",
        "Dong, Roth, Su 2022", way="family", base="approx-dp"),
    Row("f-dp", "f-differential privacy", "quantification", "f-dp", "Dong, Roth, Su 2022",
        way="family", base="approx-dp"),
    Row("bounded-range", "bounded range", "quantification", "bounded-range",
        "Durfee, Rogers 2019"),
    Row("one-plus-eps", "ratio at most 1 + ε", "quantification", "largest-ratio-at-most",
        "Dwork, McSherry, Nissim, Smith 2006, footnote on 1 + ε"),
    Row("additive-closeness", "additive closeness", "quantification",
        "largest-difference-at-most", "Xu 2023, the tentative definition"),
    Row("unmatched-mass", "mass without a counterpart", "quantification",
        "unmatched-mass-at-most", "Meiser 2018 (distinguishing events)"),
)  # fmt: skip
_KNOWLEDGE = (
    Row("apkdp", "active partial knowledge DP", "background", "apkdp",
        "Desfontaines, Mohammadi, Krahmer, Basin 2020", way="attacker", base="approx-dp"),
    Row("ppkdp", "passive partial knowledge DP", "background", "ppkdp",
        "Desfontaines, Mohammadi, Krahmer, Basin 2020", way="attacker", base="approx-dp"),
    Row("pufferfish", "Pufferfish privacy; noiseless privacy", "background", PURE,
        "Kifer, Machanavajjhala 2014", way="secrets", base=PURE),
    Row("approx-pufferfish", "distribution privacy, Pufferfish privacy with δ", "background",
        "approx-dp", "Kawamoto, Murakami 2019", way="secrets", base="approx-dp"),
    Row("probabilistic-pufferfish", "probabilistic distribution privacy", "background",
        "probabilistic-dp", "Kawamoto, Murakami 2019", way="law", base="probabilistic-dp"),
    Row("dp-under-sampling", "differential privacy under sampling", "background", PURE,
        "Li, Qardaji, Su 2012", way="secrets", base=PURE),
)  # fmt: skip
_FORMALISM = (
    Row("hypothesis-testing", "error of every guesser", "formalism",
        "bayes-guess-error-at-least", "Wasserman, Zhou 2010; Kairouz, Oh, Viswanath 2015"),
    Row("guessing-advantage", "guessing advantage", "formalism", "guessing-advantage",
        "Laud, Pankova 2019"),
    Row("posterior-privacy", "a-posteriori noiseless privacy", "formalism", PURE,
        "Bhaskar, Bhowmick, Goyal, Laxman, Thakurta 2011", way="law", base=PURE),
    Row("membership-privacy", "membership privacy, positive and negative", "formalism", PURE,
        "Li, Qardaji, Su, Wu, Yang 2013", way="law", base=PURE),
    Row("positive-membership", "positive membership privacy", "formalism", PURE,
        "Li, Qardaji, Su, Wu, Yang 2013", way="one order", base=PURE),
    Row("negative-membership", "negative membership privacy", "formalism", PURE,
        "Li, Qardaji, Su, Wu, Yang 2013", way="one order", base=PURE),
    Row("adversarial-privacy", "adversarial privacy", "formalism", PURE,
        "Rastogi, Hay, Miklau, Suciu 2009", way="one order, δ", base=PURE),
    Row("semantic-privacy", "semantic privacy, of one prior", "formalism", "total-variation",
        "Ganta, Kasiviswanathan, Smith 2008"),
    Row("information-privacy", "information privacy of the whole database", "formalism", PURE,
        "du Pin Calmon, Fawaz 2012", way="law", base=PURE),
)  # fmt: skip
_VARIATION = (
    Row("metric-dp", "d-privacy", "variation", "metric-dp",
        "Chatzikokolakis, Andrés, Bordenabe, Palamidessi 2013", way="pairs", base=PURE),
    Row("pseudo-metric-dp", "pseudo-metric differential privacy", "variation", "approx-dp",
        "Dimitrakakis, Nelson, Zhang, Mitrokotsa, Rubinstein 2017", way="pairs", base="approx-dp"),
    Row("personalised-dp", "personalised differential privacy", "variation", PURE,
        "Jorgensen, Yu, Cormode 2015", way="pairs", base=PURE),
    Row("tailored-dp", "tailored differential privacy; outlier privacy", "variation", PURE,
        "Lui, Pass 2015", way="pairs", base=PURE),
    Row("input-discriminative-dp", "input-discriminative local differential privacy", "variation",
        PURE, "Gu, Li, Xiong, Cao 2020", way="pairs", base=PURE),
    Row("random-dp", "random differential privacy", "variation", PURE,
        "Hall, Wasserman, Rinaldo 2013", way="most pairs", base=PURE),
    Row("predictive-dp", "predictive differential privacy", "variation", PURE,
        "Hall 2012 (thesis); McClure 2015 (thesis)", way="most pairs", base=PURE),
    Row("generalised-dp", "generalised differential privacy", "variation", PURE,
        "Dixit, Jha, Raskhodnikova, Thakurta 2013", way="most pairs", base=PURE),
    Row("distributional-privacy", "distributional privacy", "variation", PURE,
        "Blum, Ligett, Roth 2013", way="most pairs", base=PURE),
    Row("average-kl", "on-average Kullback–Leibler privacy", "variation",
        "expected-loss-at-most", "Wang, Lei, Fienberg 2016", way="mean of pairs",
        base="kl-privacy"),
    Row("weak-bayesian-dp", "weak Bayesian differential privacy", "variation", "approx-dp",
        "Triastcyn, Faltings 2020", way="law", base="approx-dp"),
)  # fmt: skip
_RELATIVE = (
    Row("bounded-leakage", "bounded-leakage differential privacy, with one leak", "relative",
        "approx-dp", "Ligett, Peale, Reingold 2020", way="given", base="approx-dp"),
    Row("typical-stability", "typical stability", "relative", "approx-dp", "Bassily, Freund 2016",
        way="near one law", base="approx-dp"),
    Row("crowd-blending", "crowd-blending privacy", "relative", PURE,
        "Gehrke, Hay, Lui, Pass 2012", way="either", base=PURE),
)  # fmt: skip
_UNDER: Final[Mapping[str, str]] = MappingProxyType(
    {
        "add-remove": "unbounded differential privacy",
        "replace-one": "bounded differential privacy",
        "add-remove-replace": "differential privacy for records added, removed or replaced",
        "group-of-two": "group differential privacy, groups of two",
        "any-databases": "free-lunch privacy",
        "one-sided": "one-sided differential privacy",
        "record": "differential privacy of tables",
        "label": "label differential privacy",
        "attribute": "attribute and bit differential privacy",
        "dependent": "dependent differential privacy, couples of records",
        "induced": "induced-neighbours privacy, a number of labels is public",
        "individual": "individual differential privacy",
        "per-instance": "per-instance differential privacy",
        "bootstrap": "bootstrap differential privacy",
        "any-tables": "free-lunch privacy of tables",
        "edge": "edge differential privacy",
        "two-edges": "k-edge differential privacy, k = 2",
        "node": "node differential privacy",
        "any-graphs": "free-lunch privacy of graphs",
        "event": "event-level differential privacy",
        "user": "user-level differential privacy",
        "window": "w-event privacy, w = 2",
        "any-streams": "free-lunch privacy of streams",
        "line": "Blowfish privacy, line",
        "threshold": "Blowfish privacy, distance threshold 2",
        "partition": "Blowfish privacy, partitioned",
        "any-values": "local differential privacy",
    }
)
"""The literature's name of ε-DP under each relation."""


def _related(relation: Relation) -> tuple[Row, Row]:
    """ε-DP under a relation, and (ε,δ)-DP, which combines two dimensions."""
    title = _UNDER[relation.name]
    return (
        Row(f"pure-dp:{relation.name}", title, "neighbours", PURE, relation.source, relation.name),
        Row(f"approx-dp:{relation.name}", f"{title}, with δ", "neighbours", "approx-dp",
            relation.source, relation.name),
    )  # fmt: skip


_NEIGHBOURS = tuple(row for relation in RELATIONS.values() for row in _related(relation))
ROWS: Final[tuple[Row, ...]] = (
    *_LOSSES, *_NEIGHBOURS, *_VARIATION, *_KNOWLEDGE, *_FORMALISM, *_RELATIVE
)  # fmt: skip

UNDECIDED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "computational differential privacy": (
            "its attackers run in polynomial time: one finite mechanism has no asymptotics"
        ),
        "simulation-based computational differential privacy": (
            "it asks for a private mechanism that no efficient attacker tells apart: the same"
        ),
        "zero-knowledge privacy": (
            "it asks for a simulator among all of a class: a search that no enumeration ends"
        ),
        "computational zero-knowledge privacy": "both of these",
        "coupled-worlds privacy": (
            "it asks for a simulator that sees the data without the secret: the same"
        ),
        "distributional differential privacy": "it is coupled-worlds privacy of one record",
        "inference-based coupled-worlds privacy": "the same, told as a bound on guesses",
        "differential privacy for record linkage": (
            "its parties run in polynomial time, as those of computational differential privacy"
        ),
        "quantum differential privacy": "its mechanisms are no tables of laws",
    }
)
"""Definitions that no finite harness decides, and why."""
