"""Real code as a mechanism: called unmodified, with its randomness answered path by path."""

from __future__ import annotations

from dpverify.defs.as_run.mechanism import AsRun, as_run

__all__ = ["AsRun", "as_run"]
