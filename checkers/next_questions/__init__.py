"""What people ask after a verdict: which of two is better, how much is enough, what to change."""
