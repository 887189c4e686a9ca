"""Top floor: statements, their evidence and status, and the command."""
