"""What an attacker gains who guesses: posteriors, bounds on them, and ε for a target advantage.

Throughout g is the set of guesses that count as correct, p its prior probability, R the largest
distance of two inputs. Source: A. Pankova, P. Laud, *Interpreting ε of Differential Privacy in
Terms of Advantage in Guessing or Approximating Sensitive Attributes*, presentation, 2022.
"""

from __future__ import annotations

from dpverify.defs.guessing.advantage import Guess, best_guess
from dpverify.defs.guessing.annulus_bound import annulus_bound, annulus_bound_as_printed
from dpverify.defs.guessing.attribute import Attribute
from dpverify.defs.guessing.inverse import Between, annulus_eps, closed_form_eps, main_eps
from dpverify.defs.guessing.main_bound import main_bound, main_lower_bound
from dpverify.defs.guessing.region_bound import region_bound
from dpverify.defs.guessing.several import all_bound, any_bound
from dpverify.defs.guessing.simplified_bound import simplified_bound, simplified_lower_bound
from dpverify.defs.guessing.space import Space
from dpverify.defs.guessing.worst_prior import (
    most_advantage,
    safe_eps,
    worst_chance,
    worst_chance_for,
)

__all__ = [
    "Attribute",
    "Between",
    "Guess",
    "Space",
    "all_bound",
    "annulus_bound",
    "annulus_bound_as_printed",
    "annulus_eps",
    "any_bound",
    "best_guess",
    "closed_form_eps",
    "main_bound",
    "main_eps",
    "main_lower_bound",
    "most_advantage",
    "region_bound",
    "safe_eps",
    "simplified_bound",
    "simplified_lower_bound",
    "worst_chance",
    "worst_chance_for",
]
