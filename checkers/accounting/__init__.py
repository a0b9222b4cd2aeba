"""What many private steps cost together: bounds from below and above, by sums of losses."""
