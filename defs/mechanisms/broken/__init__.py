"""Mechanisms that break what they claim: material for those who look for such mistakes."""

from __future__ import annotations
