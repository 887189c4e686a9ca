"""First floor: formulas in sympy, their domains, their growth, and where they cross; nothing here is a proof."""
