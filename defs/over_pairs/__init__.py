"""Definitions that range over pairs of inputs at random, or on average; one file each.

Such a definition lets a share of the pairs go unprotected, or bounds a mean over pairs. What it
asks of each pair is exact; the kernel re-checks a pair as a claim about a channel of two inputs.
"""
