"""Global sensitivity: how far the answer of a query can move between neighbouring databases.

Bounded neighbours: one record is replaced, the number of records is known. Unbounded neighbours:
one record is added or removed.
"""

from __future__ import annotations
