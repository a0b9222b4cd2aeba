"""Claims for all ε at once: signs of sums Σ c·ε^i·e^{qε} on intervals, and what follows."""
