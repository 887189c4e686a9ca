"""The mid range M ~ d²: lower constants whose suprema are certified, not searched for."""
