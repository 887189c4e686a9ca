"""Sweeps: grids of points computed by many processes into a store that can be resumed, repeated and shown."""
