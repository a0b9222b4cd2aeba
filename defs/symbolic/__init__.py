"""Numbers that are functions of ε: quotients of sums of c·ε^i·e^{qε}, and channels made of them."""
