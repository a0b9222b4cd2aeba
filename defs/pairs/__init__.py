"""Pairs of laws of the output, and what definitions of privacy ask of them."""
