"""Small checkers for what a search has found; they follow a certificate and search nothing."""

from __future__ import annotations
