"""Report: what a verification found, as one HTML page that needs no network and no server."""

from __future__ import annotations
