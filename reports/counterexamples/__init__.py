"""Named counterexamples: one file each, computed when asked for, and the register of them."""

from __future__ import annotations
