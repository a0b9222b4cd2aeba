"""What an attacker gains who guesses: posteriors, bounds on them, and ε for a target advantage.

Throughout g is the set of guesses that count as correct, p its prior probability, R the largest
distance of two inputs. Source: A. Pankova, P. Laud, *Interpreting ε of Differential Privacy in
Terms of Advantage in Guessing or Approximating Sensitive Attributes*, presentation, 2022.
"""

from __future__ import annotations

from dpverify.defs.guessing.advantage import Guess, best_guess

__all__ = ["Guess", "best_guess"]
