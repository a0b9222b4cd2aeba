"""Reconstruction attacks, run: all subsets exactly, random subsets by linear programming."""

from __future__ import annotations
