"""What other accountants say of a plan: each file is run by an interpreter that has its library."""
