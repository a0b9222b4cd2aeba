"""Claims about programs: in a process of their own, decided from what was enumerated."""

from __future__ import annotations
