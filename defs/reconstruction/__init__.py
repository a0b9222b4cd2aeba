"""Reconstruction attacks: subset queries on a database of bits, and what their answers give away.

Source: Dinur, Nissim, Revealing information while preserving privacy, PODS 2003; as taught in
M. Xu, CS 458/658 Module 6 part 3, University of Waterloo, 2023.
"""

from __future__ import annotations
