"""Kernels that re-check one kind of document each; `checkers/kernel.py` re-checks channels."""

from __future__ import annotations
