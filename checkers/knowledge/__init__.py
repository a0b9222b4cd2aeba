"""Partial knowledge: how claims about scenarios are decided."""
