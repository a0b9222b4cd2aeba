"""How programs with continuous noise are decided."""
