"""Evidence: the means by which statements are checked."""
