"""How each kind of place is shown: one module for each, with its blocks and its few lines."""
