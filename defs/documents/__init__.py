"""What saved documents hold, as objects: programs that were traced, and their JSON data.

Kernels read these and engines make them. At run time this package imports `dpverify.defs.numbers`
and the standard library only.
"""
