"""Local differential privacy: how each user reports, and what the reports say of all users."""

from __future__ import annotations
