"""Sensitivities that a solver decides: piecewise-linear queries over boxes of real numbers."""

from __future__ import annotations
