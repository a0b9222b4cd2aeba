"""diffprivlib's choice of a category, with utilities on which its normaliser is mistaken.

Pairs of values have utilities −2·ln(w) at ε = 1. The sums of the weights w over all other values
are the same for each value; those of their squares, from which the library draws, are not.
"""

import math

from diffprivlib.mechanisms import ExponentialCategorical, LaplaceTruncated

WEIGHTS = {
    ("x", "z"): 1 / 4, ("z", "a"): 3 / 4, ("z", "b"): 3 / 8, ("z", "c"): 3 / 8,
    ("a", "b"): 1 / 4, ("a", "c"): 1 / 4, ("b", "c"): 5 / 8,
    ("x", "a"): 1 / 2, ("x", "b"): 1 / 2, ("x", "c"): 1 / 2,
}  # fmt: skip
category = ExponentialCategorical(
    epsilon=1, utility_list=[[a, b, -math.log(w)] for (a, b), w in WEIGHTS.items()]
)
truncated = LaplaceTruncated(epsilon=1, sensitivity=1, lower=0, upper=4)
