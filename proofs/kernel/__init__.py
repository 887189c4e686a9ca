"""Coq theories that are generated from the catalogue, so that a proof kernel checks what the certificates prove."""
