"""diffprivlib's choice of a category, with utilities on which its normaliser is mistaken.

Two values have the utility −ln(w). The sums of the weights w over all other values are the same for
each value, and diffprivlib leaves out the factor 1/2 in the exponent where they are. But then it
draws by w², and these sums differ: 29/16 for x, 61/32 for z.
"""

import math

from diffprivlib.mechanisms import ExponentialCategorical, LaplaceTruncated

WEIGHTS = {
    ("x", "z"): 1 / 4, ("z", "a"): 3 / 4, ("z", "b"): 3 / 8, ("z", "c"): 3 / 8,
    ("a", "b"): 1 / 4, ("a", "c"): 1 / 4, ("b", "c"): 5 / 8,
    ("x", "a"): 1 / 2, ("x", "b"): 1 / 2, ("x", "c"): 1 / 2,
}  # fmt: skip
category = ExponentialCategorical(
    epsilon=2 * math.log(4), utility_list=[[a, b, -math.log(w)] for (a, b), w in WEIGHTS.items()]
)
truncated = LaplaceTruncated(epsilon=1, sensitivity=1, lower=0, upper=4)
