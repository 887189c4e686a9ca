# Two commands do everything: `make verify` runs the main job, `make test` the tests; both set up what they need.

VENV := .venv
BIN := $(VENV)/bin

.PHONY: verify test bench setup lock clean

verify: setup
	$(BIN)/pebbleproof verify

test: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n 2

# how long things take, as ratios in one run; the peers of the solver are those that are installed
bench: setup
	$(BIN)/python benchmarks/verification.py
	$(BIN)/python -m benchmarks.pebbling

setup: $(VENV)/ready

$(VENV)/ready: requirements.lock pyproject.toml tools/setup
	sh tools/setup $(VENV)
	touch $@

# the exact versions that the tests ran with; names and versions only, so that any index serves
lock:
	rm -rf $(VENV)
	sh tools/setup $(VENV) newest
	$(BIN)/pip freeze --all --exclude-editable | grep '==' | LC_ALL=C sort -f > requirements.lock

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
