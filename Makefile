# make book   set everything up in .venv and make the sampler book in output/sampler
# make test   everything that CI checks
# make slow   the tests that take minutes, and the whole of those that each run does in part
# make fuzz   spoilt inputs through every command for some minutes (MINUTES=5)
# make mutants  one operator changed at a time in the rooms of the proof: which changes no test meets (ONLY=kit/proof)
# make frozen  whether equal seeds still give the bytes that tests/golden/frozen.json knows (all of them)
# make docs   the documents as a site with search, in build/docs
# make bounds the tests of kinds with every index of every kernel checked, which takes minutes
# make release  sdist, wheel, bill of materials and checksums of the last commit, in dist
# make wheel  a wheel with compiled kernels for this Python and processor, in dist
# make types  the types of the web player, where node is found

PYTHON ?= python3
# Modules are compiled once for all the processes that tests start, whatever the environment says.
export PYTHONDONTWRITEBYTECODE =
VENV := .venv
BIN := $(VENV)/bin
INSTALL = $(BIN)/python -m pip install --quiet --require-hashes --requirement
INSTALL_CHECKOUT = $(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .

# Compiled once, while ruff and mypy run; what is wrong with a test is reported when all are run.
KERNELS_AND_TESTS = { $(BIN)/puzzlepress doctor --compile --jobs 1 && { $(BIN)/python -m pytest --collect-only -q || true; }; }

.PHONY: book test slow fuzz mutants frozen bounds docs types release wheel check format bench clean setup

book: $(VENV)/.run-ready
	$(BIN)/puzzlepress run configs/sampler.toml

# Three workers for two cores: much of the time one of them waits for a browser or a process.
test: $(VENV)/.test-ready
	@$(KERNELS_AND_TESTS) > /dev/null & compiled=$$!; $(MAKE) --no-print-directory check && wait $$compiled
	$(BIN)/python -m pytest -n 3 --dist worksteal

check: $(VENV)/.test-ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

slow: $(VENV)/.test-ready
	TESTS=whole $(BIN)/python -m pytest -m 'slow or sliced or part or dear'

MINUTES ?= 5
fuzz: $(VENV)/.test-ready
	$(BIN)/python -m tools.fuzz --minutes $(MINUTES) --seed $$(date +%s)

ONLY ?= pipeline
mutants: $(VENV)/.test-ready
	$(BIN)/python -m tools.mutants --only $(ONLY)

frozen: $(VENV)/.test-ready
	$(BIN)/python -m tools.frozen

bounds: $(VENV)/.test-ready
	NUMBA_BOUNDSCHECK=1 PUZZLEPRESS_CACHE=build/bounds $(BIN)/python -m pytest -n 2 --dist worksteal tests/kinds

docs: $(VENV)/.test-ready
	$(BIN)/zensical build --strict

types:
	@command -v npx >/dev/null || { echo "make types needs node: its npx runs the TypeScript compiler"; exit 1; }
	npx --yes --package typescript@7.0.2 tsc --project pipeline/web/player

release: $(VENV)/.test-ready
	$(BIN)/python -m tools.release

wheel: $(VENV)/.test-ready
	$(BIN)/python -m tools.release --kernels

format: $(VENV)/.test-ready
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.test-ready
	$(BIN)/python -m tools.benchmarks

setup: $(VENV)/.test-ready

clean:
	rm -rf $(VENV) output build

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "puzzlepress needs Python 3.11 or later, found " + sys.version.split()[0] + "; name another with: make PYTHON=python3.12")'
	$(PYTHON) -m venv $(VENV)

$(VENV)/.run-ready: $(BIN)/python pyproject.toml constraints.txt
	$(INSTALL) constraints.txt
	$(INSTALL_CHECKOUT)
	touch $@

$(VENV)/.test-ready: $(BIN)/python pyproject.toml constraints-dev.txt
	$(INSTALL) constraints-dev.txt
	$(INSTALL_CHECKOUT)
	touch $@ $(VENV)/.run-ready
