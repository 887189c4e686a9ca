"""Citing: what a paper needs to cite a checked statement, and whether the citations of a paper still hold."""
