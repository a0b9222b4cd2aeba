"""What bounds and tight answers say about an attacker who guesses attributes."""

from __future__ import annotations
