"""`python -m proofs` is the command `pebbleproof`."""

from proofs.cli import main

if __name__ == "__main__":
    main()
