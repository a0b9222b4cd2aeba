"""Hypothesis strategies for laws, channels, kernels, neighbours, parameters and claims.

By default everything legal is generated; zeros, equal rows, ties at the boundary and
near-deterministic rows come often. Everything shrinks towards few inputs and outputs, rows that put
all mass on the first output, small weights, ε = 0 and δ = 0. What must never change: whatever is
called private is so by construction, with no look at the definition.
"""

from __future__ import annotations

from dpverify.checkers.generators.laws import MAX_WEIGHT, Row
from dpverify.checkers.generators.numbers import ODDS, rational_odds
from dpverify.checkers.strategies.channels import (
    channels,
    claims,
    definitions,
    kernels,
    labels,
    mechanism_pairs,
    neighbour_pairs,
    neighbour_relations,
    neighbouring_inputs,
    private_channels,
    private_claims,
)
from dpverify.checkers.strategies.laws import (
    DataLaw,
    Law,
    data_distributions,
    distributions,
    often_sure,
    priors,
    value_distributions,
)
from dpverify.checkers.strategies.numbers import (
    Entries,
    losses,
    odds,
    probabilities,
    weights,
)
from dpverify.checkers.strategies.rows import (
    bounded_ratio_rows,
    kernel_rows,
    matrices,
    private_rows,
    related_rows,
    value_matrices,
)

__all__ = [
    "MAX_WEIGHT",
    "ODDS",
    "DataLaw",
    "Entries",
    "Law",
    "Row",
    "bounded_ratio_rows",
    "channels",
    "claims",
    "data_distributions",
    "definitions",
    "distributions",
    "kernel_rows",
    "kernels",
    "labels",
    "losses",
    "matrices",
    "mechanism_pairs",
    "neighbour_pairs",
    "neighbour_relations",
    "neighbouring_inputs",
    "odds",
    "often_sure",
    "priors",
    "private_channels",
    "private_claims",
    "private_rows",
    "probabilities",
    "rational_odds",
    "related_rows",
    "value_distributions",
    "value_matrices",
    "weights",
]
