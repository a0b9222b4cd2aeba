"""Programs with continuous noise: exact probabilities of words, and their limits in the gaps."""
