"""Mechanisms as black boxes: how often an event occurs in samples, against its exact probability.

A referee of exact values, never a verdict: the programs are run with noise in doubles, which knows
nothing of the ways in which probabilities are computed here.
"""
