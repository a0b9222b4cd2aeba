"""Divergences: how far apart two laws are. They know nothing of inputs or neighbours."""
