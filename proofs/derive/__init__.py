"""Derivations: from the definitions to a bound, each step with the statement that licenses it and its evidence."""
