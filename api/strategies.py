"""Hypothesis strategies for the tests of those who use dpverify.

    from hypothesis import given
    from dpverify import strategies as dps

    @given(dps.channels(inputs=(2, 4)))
    def test_my_accountant_is_never_below_the_truth(channel): ...

By default everything legal is generated. Zeros, equal rows, near-deterministic rows, one output,
chains of neighbours and ties exactly at the boundary come often; all shrink to small channels with
simple fractions. `entries` is "rational", "exponential" (powers of e too), "radical" (roots too) or
"any"; sizes are pairs (smallest, largest).

| strategy | generates |
|---|---|
| `channels`, `kernels(channel)` | channels; independent randomised maps on their outputs |
| `mechanism_pairs` | two channels on the same inputs and relation, for composition |
| `private_channels(bound, delta)` | channels that are (ln bound, delta)-private, by construction |
| `neighbour_relations`, `neighbouring_inputs(channel)` | relations; an ordered pair of one |
| `neighbour_pairs` | the two laws of a pair of neighbours |
| `distributions(outputs)`, `value_distributions(outputs)` | laws, as fractions or exact values |
| `priors(inputs)`, `data_distributions` | laws of the input; joint laws of a data set's records |
| `definitions`, `claims(channel)`, `private_claims` | claims; often at the tight value; that hold |
| `losses`, `odds`, `probabilities`, `weights` | the numbers that these are made of |

`hypothesis.strategies.from_type` knows Channel, Loss, Value and the definitions. What must never
change: what is called private is so for the parameters that were given.
"""

from __future__ import annotations

from dpverify.checkers.strategies import (
    channels,
    claims,
    data_distributions,
    definitions,
    distributions,
    kernels,
    losses,
    mechanism_pairs,
    neighbour_pairs,
    neighbour_relations,
    neighbouring_inputs,
    odds,
    priors,
    private_channels,
    private_claims,
    probabilities,
    value_distributions,
    weights,
)

__all__ = [
    "channels",
    "claims",
    "data_distributions",
    "definitions",
    "distributions",
    "kernels",
    "losses",
    "mechanism_pairs",
    "neighbour_pairs",
    "neighbour_relations",
    "neighbouring_inputs",
    "odds",
    "priors",
    "private_channels",
    "private_claims",
    "probabilities",
    "value_distributions",
    "weights",
]
