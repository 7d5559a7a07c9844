# Two commands: `make play` and `make test`. Each sets up what it needs in .venv, once.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help play test test-long lint format bench clean

help:  ## what there is
	@awk -F':.*## ' '/^[a-z-]+:.*## / {printf "  make %-10s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.play  ## set up, then open the tables in a browser
	@$(BIN)/expedition serve $(ARGS)

test: lint  ## set up, then run every check and test (a quarter of an hour on 2 cores)
	$(BIN)/python -m pytest -n auto -m "not long" --cov --cov-report=term --cov-fail-under=80

test-long: $(VENV)/.test  ## many more examples of each property, and the tests that take minutes
	EXPEDITION_HYPOTHESIS=long $(BIN)/python -m pytest -n auto tests/properties tests/analysis \
	  tests/table/test_any_command.py tests/web/test_secrecy.py
	$(BIN)/python -m pytest -n auto -m long

lint: $(VENV)/.test  ## formatting, lints, types and import contracts only
	$(BIN)/python -m ruff check .
	$(BIN)/python -m ruff format --check .
	$(BIN)/python -m mypy
	$(BIN)/lint-imports

format: $(VENV)/.test  ## put the code into shape
	$(BIN)/python -m ruff check --fix .
	$(BIN)/python -m ruff format .

bench: $(VENV)/.bench  ## speed beside peers, as tables
	$(BIN)/python bench/speed.py
	$(BIN)/python bench/compiled.py

clean:  ## remove what was set up
	rm -rf $(VENV) .mypy_cache .import_linter_cache .pytest_cache .ruff_cache .hypothesis .coverage

$(VENV)/pyvenv.cfg:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Expedition needs Python 3.11 or later; '$(PYTHON)' is older or missing."; \
	  echo "Name another one: make play PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { \
	  echo "This Python cannot make a virtual environment."; \
	  echo "On Debian and Ubuntu: sudo apt install python3-venv"; \
	  rm -rf $(VENV); exit 1; }

# A stamp for each set of packages: done once, and again when pyproject.toml changes.
$(VENV)/.play: pyproject.toml $(VENV)/pyvenv.cfg
	@echo "Setting up Expedition in $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[web,bots]'
	@touch $@

$(VENV)/.test: pyproject.toml $(VENV)/pyvenv.cfg
	@echo "Setting up Expedition and its tests in $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test]'
	@touch $@ $(VENV)/.play

$(VENV)/.bench: pyproject.toml $(VENV)/pyvenv.cfg
	@echo "Setting up Expedition and its peers in $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[bench]'
	@touch $@ $(VENV)/.play
