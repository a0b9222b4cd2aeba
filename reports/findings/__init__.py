"""Findings: published claims that turned out false, or not tight, each as a page of the gallery.

What must never change: a page is computed by the library when it is written; the same library
writes the same bytes, on every machine.
"""

from __future__ import annotations
