"""Benchmarks: this program beside what else one could use, in one run."""
