"""Relations of neighbours: which inputs a definition compares, one file each.

A definition of the neighbours' dimension is a definition of `defs/definitions` under one of these.
"""
