"""Ground floor: what is computed (CDAGs) and the game that prices it; no sympy, no z3."""
