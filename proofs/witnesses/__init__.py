"""What claims of the atlas were found to be: refutations, and outcomes; `make atlas`."""
