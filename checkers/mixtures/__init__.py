"""Coins beside continuous noise: laws of one released value that are mixtures of densities."""
