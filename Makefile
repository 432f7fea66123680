# Every task of the project. `make` lists them; `make demo` and `make test` need nothing but
# Python 3.11 or newer, make and a package index.

PYTHON ?= python3
VENV   ?= .venv
OUT    ?= concordant-demo

# Windows keeps a virtual environment's programs elsewhere.
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
PY := $(BIN)/python

# Small matrices run fastest, and the machine stays usable, with one BLAS thread a process.
export OMP_NUM_THREADS ?= 1
export OPENBLAS_NUM_THREADS ?= 1
export MKL_NUM_THREADS ?= 1

TEST_WORKERS ?= auto

.DEFAULT_GOAL := help
.PHONY: help demo test test-slow check lint types walls coverage lowest bench examples format clean

help: ## List the tasks
	@echo "make <task>, one of:"
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  \1|\2/p' Makefile | awk -F'|' '{printf "%-14s %s\n", $$1, $$2}'

demo: $(VENV)/.core ## Play a whole collaboration on real rows, in about a minute
	$(BIN)/concordant demo --out $(OUT) --force

test: $(VENV)/.test ## Install what the tests need and run them
	$(PY) -m pytest -q -n $(TEST_WORKERS)

test-slow: $(VENV)/.test ## Run the tests that take longer
	$(PY) -m pytest -q -n $(TEST_WORKERS) -m slow

check: lint types walls coverage test-slow ## Everything that continuous integration checks

lint: $(VENV)/.check ## Style and formatting
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.check ## Types (mypy, strict)
	$(BIN)/mypy

walls: $(VENV)/.check ## Who may import whom
	$(BIN)/lint-imports

coverage: $(VENV)/.test ## Branch coverage: reported, and complete where messages come in
	$(PY) -m pytest -q -n $(TEST_WORKERS) --cov --cov-branch --cov-report=term:skip-covered
	$(PY) -m coverage report --fail-under=100 \
	  --include='*/concordant/wire/*,*/concordant/errors/*,*/concordant/analyst/intake*.py'

lowest: ## Run the tests with the oldest versions we promise to work with
	$(MAKE) VENV=$(VENV)-lowest $(VENV)-lowest/.lowest
	$(VENV)-lowest/bin/python -m pytest -q -n $(TEST_WORKERS)

bench: $(VENV)/.test ## Measure (needs the data sets; see benchmarks/README.md)
	@sed -n '1,40p' benchmarks/README.md

examples: $(VENV)/.test ## Run the examples anew and keep their pictures
	cd examples/pictures && for script in ../*.py; do MPLBACKEND=Agg $(abspath $(PY)) $$script || exit 1; done

format: $(VENV)/.check ## Let the tools fix what they can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean: ## Remove environments and caches
	rm -rf $(VENV) $(VENV)-lowest build .pytest_cache .ruff_cache .mypy_cache .hypothesis .coverage*

$(VENV)/.core: pyproject.toml
	$(PYTHON) -c "import sys; sys.exit(0 if sys.version_info >= (3, 11) else 'concordant needs Python 3.11 or newer; name one with: make PYTHON=python3.12 ...')"
	$(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --editable .
	@touch $@

$(VENV)/.test: $(VENV)/.core
	$(PY) -m pip install --quiet --editable '.[test]'
	@touch $@

$(VENV)/.check: $(VENV)/.test
	$(PY) -m pip install --quiet --editable '.[test,check]'
	@touch $@

$(VENV)/.lowest: pyproject.toml tools/lowest.py
	$(PYTHON) -m venv $(VENV)
	$(PYTHON) tools/lowest.py > $(VENV)/lowest.txt
	$(PY) -m pip install --quiet --editable '.[test]' --constraint $(VENV)/lowest.txt
	@touch $@
