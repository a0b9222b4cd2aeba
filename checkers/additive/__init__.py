"""Programs that release values with noise that is the same on both inputs: every definition."""
