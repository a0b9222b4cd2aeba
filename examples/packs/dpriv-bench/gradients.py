"""Programs of category 2 about learning: gradients, their clipping, and what is done with them.

All are at C = μ = 1, of one dimension, with one round unless a program says otherwise. Where a
mechanism calibrates its noise to (1, .127)-DP, "the smallest σ" is rounded up to a hundredth: 1 for
the Gaussian mechanism (its δ at ε = 1 is .12694, and .13051 for .99), and .64 where each record is
sampled with probability 1/2 (.12399, and .12888 for .63).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dpverify import mechanism, moves

BOTH = ["D", "D'"]


@mechanism(inputs=BOTH, neighbours="all")
def shifted(label: str, draw: Any, *, apart: str = "1", sigma: str = "1") -> Any:
    """A sum of gradients with Gaussian noise, of two neighbours whose sums are `apart`."""
    return Fraction(apart if label == "D'" else 0) + draw.gaussian(sigma)


@mechanism(inputs=[0], moves=moves.linf("apart"))
def clipped_sum(total: Any, draw: Any, *, apart: str = "1", sigma: str = "1") -> Any:  # noqa: ARG001  the moves use it
    """Questions 45 to 47: all sums, of neighbours that are at most `apart`."""
    return total + draw.gaussian(sigma)


@mechanism(inputs=BOTH, neighbours="all")
def reused_noise(label: str, draw: Any) -> Any:
    """Question 30: is θ_4 at least 1/2? Four rounds, n = 1001; noise 2ξ_0, 2ξ_1, 2ξ_1, 2ξ_3.

    The first and the last step are 0 (small ones do the same), the others n. At θ the 1000 records
    that both inputs have a gradient of 2θ together, clipped to ±1000. The record of D' has the
    gradient 1 where |θ| ≤ 1/1000, else 0. In the third round 2θ_2 takes the noise away.
    """
    noise = 2 * draw.gaussian(1)
    first = 1 if label == "D'" else 0
    theta = -(first + noise)
    if theta > 500 or theta < -500:
        return "clipped"
    near = theta <= Fraction(1, 1000) and theta >= Fraction(-1, 1000)
    again = 1 if label == "D'" and near else 0
    return theta - 2 * theta - again - noise >= Fraction(1, 2)


@mechanism(inputs=BOTH, neighbours="all")
def noise_before_clipping(label: str, draw: Any) -> Any:
    """Question 31: the sign of what is clipped after the noise; mean gradients are −100 and 100."""
    return (100 if label == "D'" else -100) + draw.gaussian(1) >= 0


@mechanism(inputs=BOTH, neighbours="all")
def clipped_at_the_median(label: str, draw: Any) -> Any:
    """Question 32: gradients 0, 1 and 0, 1, 1; the median clips them, and is the noise's scale."""
    return Fraction(1, 2) + draw.gaussian("1/2") if label == "D" else 2 + draw.gaussian(1)


@mechanism(inputs=BOTH, neighbours="all")
def clipped_at_a_noisy_median(label: str, draw: Any) -> Any:
    """Question 33: is the noisy sum within ±100? Gradients 0 and 0, 2·10⁴; medians 0 and 10⁴.

    With c = median + 2ξ the sum is 2cη in D, and c(1 + 2η) in D' where 0 < c < 2·10⁴. The program
    says yes less often than that in D, and more often in D'.
    """
    c = (0 if label == "D" else 10_000) + draw.gaussian(2)
    noise = draw.gaussian(1)
    if label == "D":
        return c <= 10 and c >= -10 and noise <= 5 and noise >= -5
    if c <= 5000 or c >= 15_000:
        return True
    return 1 + 2 * noise <= Fraction(1, 50) and 1 + 2 * noise >= Fraction(-1, 50)


@mechanism(inputs=BOTH, neighbours="all")
def stopped_by_the_loss(label: str, draw: Any) -> Any:
    """Question 34: gradients of 0; a loss that is above the threshold stops after one of four."""
    steps = [draw.gaussian(2) for _ in range(4)]
    return steps[0] if label == "D'" else steps[0] + steps[1] + steps[2] + steps[3]


@mechanism(inputs=BOTH, neighbours="all")
def stopped_by_a_noisy_loss(label: str, draw: Any, *, own: str = "1") -> Any:
    """Questions 35 and 36: two rounds with steps 3 and 4, losses 100 above and below the threshold.

    Gradients are 0, and all noise has σ = 2. Is the result at least 18? The test has the noise of
    the gradient (own = 0), or its own.
    """
    loss = 100 if label == "D'" else -100
    if own == "1":
        if loss + draw.gaussian(2) >= 0:
            return draw.gaussian(6) >= 18
        return draw.gaussian(10) >= 18
    first = draw.gaussian(2)
    if loss + first >= 0:
        return 3 * first >= 18
    return 3 * first + draw.gaussian(8) >= 18


@mechanism(inputs=BOTH, neighbours="all")
def private_rate(label: str, draw: Any) -> Any:
    """Question 48: groups of size 1; gradients 1 and 1, −1, so that rates are 1 and 1/2."""
    if label == "D":
        return 1 + draw.gaussian(1)
    first, second = draw.flip("1/2"), draw.flip("1/2")
    return int(first) - int(second) + draw.gaussian("16/25")


@mechanism(inputs=BOTH, neighbours="all")
def clipped_after_noise(label: str, draw: Any) -> Any:
    """Question 51: is the sum 2? Gradients 100, and 100, 100, with noise and then clipped to 1."""
    if label == "D":
        return False
    first, second = draw.gaussian(1), draw.gaussian(1)
    return 100 + first >= 1 and 100 + second >= 1


@mechanism(inputs=BOTH, neighbours="all")
def step_by_the_loss(label: str, draw: Any) -> Any:
    """Question 52: gradients of 0, ten rounds; the loss of D' rises once, so that steps are halved.

    The loss is 1 but close to θ_0, where it is 0, as close as one likes. Variances: 10, 1 + 9/4.
    """
    steps = [draw.gaussian(1) for _ in range(10)]
    size = 1 if label == "D" else Fraction(1, 2)
    total = steps[0]
    for step in steps[1:]:
        total = total + size * step
    return total


@mechanism(inputs=BOTH, neighbours="all")
def warm_start(label: str, draw: Any) -> Any:
    """Question 53: a record is drawn, and its gradient leads to weights that are released."""
    return "first" if label == "D" or draw.flip("1/2") else "second"


@mechanism(inputs=BOTH, neighbours="all")
def singular_value(label: str, draw: Any, *, apart: str = "1", scale: str = "1") -> Any:
    """Questions 40 and 43: whether σ² passes the noisy test; it is at its threshold, and beyond."""
    return Fraction(apart if label == "D'" else 0) > draw.laplace(scale)


@mechanism(inputs=BOTH, neighbours="all")
def projection_after_a_test(label: str, draw: Any) -> Any:
    """Questions 42 and 44: altered, and a projection within √v? One column, r = 1, ε = B = 1.

    δ = 8e^(−18), so that w² = 336 and ln(1/δ) = 18 − 3 ln 2. The sum of squares is at the threshold
    in D, so that the altered one has v = 2w² + 4 ln(1/δ) = 744 − 12 ln 2, and 1 more in D'. There
    √v is .99932105… standard deviations; the program takes a little more.
    """
    altered = Fraction(int(label == "D'")) <= draw.laplace(1)
    bound = Fraction(1) if label == "D" else Fraction(9_993_211, 10_000_000)
    noise = draw.gaussian(1)
    return altered and noise <= bound and noise >= -bound


@mechanism(inputs=BOTH, neighbours="all")
def test_without_noise(label: str, draw: Any) -> Any:  # noqa: ARG001  a program gets it
    """Question 41: whether σ² passes a test without noise."""
    return "unaltered" if label == "D'" else "altered"


@mechanism(inputs=BOTH, neighbours="all")
def minimum_without_convexity(label: str, draw: Any) -> Any:
    """Question 88: is the minimum in (−a, a)? Three records, ε = L = 1, δ = e^(−10): σ = 10.

    For |w| ≤ a = 1/(3λ) two losses have the second derivative −3λ, and that of the third is 0 in D
    and 3λ = β in D'; beyond a all are lines, rounded at ±a. Within, n times the objective is G·w in
    D, with its minimum at or beyond ±a, and G·w + 3λw²/2 in D', with its minimum at −G/(3λ) if
    |G| < 1.
    """
    noise = draw.gaussian(10)
    return label == "D'" and noise < 1 and noise > -1


@mechanism(inputs=BOTH, neighbours="all")
def path_of_the_solver(label: str, draw: Any) -> Any:
    """Question 89: two steps from w_0 = 0 give ℓ'(w_1) − ℓ'(w_0), since both have the same G.

    In D the losses are 0. In D' one has the derivative 0 for w ≤ 0, and 1 from a small w on.
    """
    noise = draw.gaussian(10)
    return label == "D'" and noise < Fraction(-1, 1000)


@mechanism(inputs=BOTH, neighbours="all")
def minimum_far_away(label: str, draw: Any) -> Any:
    """Questions 91 and 92, δ = 0: the minimum of (w − x)²/(1 + (w − x)²) is x, here 0 and 100."""
    return (100 if label == "D'" else 0) + draw.laplace(1)
