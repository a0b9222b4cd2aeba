"""Plans: which private steps are taken together, and who counts as a neighbour."""
