"""Quantitative information flow: what observing a channel does to a prior, and how much it leaks.

One concept per file. A channel and a prior make a hyper-distribution; vulnerabilities are averages
over it; a leakage compares the one after with the one before. Losses and leakages are in nats.
"""

from __future__ import annotations

from dpverify.defs.qif.entropy import shannon_entropy, shannon_leakage
from dpverify.defs.qif.gain import g_vulnerability, posterior_g_vulnerability
from dpverify.defs.qif.hyper import Hyper, observe
from dpverify.defs.qif.min_entropy import bayes_capacity, min_capacity, min_entropy_leakage
from dpverify.defs.qif.reduction import reduced
from dpverify.defs.qif.vulnerability import bayes_vulnerability, posterior_bayes_vulnerability

__all__ = [
    "Hyper",
    "bayes_capacity",
    "bayes_vulnerability",
    "g_vulnerability",
    "min_capacity",
    "min_entropy_leakage",
    "observe",
    "posterior_bayes_vulnerability",
    "posterior_g_vulnerability",
    "reduced",
    "shannon_entropy",
    "shannon_leakage",
]
