"""Probabilities of programs with noise of any law, enclosed by rigorous quadrature."""
