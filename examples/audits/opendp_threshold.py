"""OpenDP's Laplace threshold: counts by name with noise, those below the threshold left out."""

import opendp.prelude as dp

dp.enable_features("contrib")
SPACE = (
    dp.map_domain(dp.atom_domain(T=str), dp.atom_domain(T=int)),
    dp.l01inf_distance(dp.absolute_distance(T=int)),
)
counts = dp.m.make_laplace_threshold(*SPACE, scale=1.0, threshold=2)
# One person adds 1 to one count: what the library says that this costs.
EPS, DELTA = counts.map((1, 1, 1))
