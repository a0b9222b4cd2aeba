"""PyDP's count of a list, with the library's own noise: ε = 1."""

from pydp.algorithms.laplacian import Count

count = Count(epsilon=1.0, dtype="int")
