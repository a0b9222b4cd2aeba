"""One module per command, imported only when that command is used."""

from __future__ import annotations
