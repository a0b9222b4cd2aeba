"""Numbers that are functions of ε: quotients of exponential polynomials, channels made of them."""
