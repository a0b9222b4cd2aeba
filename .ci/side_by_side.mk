# The steps of .ci/run that take one core each, two at a time; each prints what it says when it ends.
#   make -j 2 --output-sync=target -f .ci/side_by_side.mk ELSEWHERE=FOLDER
#
# The folder is new, and not in this one. What others wait for stands first. Steps that wait are come
# back to when make has gone through the list: so none stands directly behind what it waits for.
.PHONY: all extras wheel audits second distribution fuzz solvers documentation types blocks \
	on-the-wheel gallery proofs pages notebook theorems lint
all: extras wheel audits second distribution fuzz solvers documentation types blocks on-the-wheel \
	gallery pages notebook proofs theorems lint

# A comma that does not separate arguments.
, := ,
BEGUN := $(shell date +%s)
BIN = .venv/bin
PYTEST = $(BIN)/python -m pytest -q
# A name, and after how many seconds it ended.
said = @echo "== $(1) (`date +%s | awk '{print $$1 - $(BEGUN)}'` s after the first of them)"

# They are optional: so far their tests were skipped, and `make test` was what a user has.
extras:
	for extra in --optional --notebook --docs; do sh scripts/setup.sh "$$extra" || exit; done
	$(call said,the extras)

# Without pip inside, as Debian makes it where the venv package is missing; pip from outside.
PIP = $(if $(shell $(BIN)/python -m pip --version 2>/dev/null),$(BIN)/python,$(or $(PYTHON),python3)) \
	-m pip --disable-pip-version-check --python "$(ELSEWHERE)/venv/bin/python"

wheel:
	rm -rf build/wheel build/again
	for folder in build/wheel build/again; do \
		sh scripts/wheel.sh "$$folder" && sh scripts/sdist.sh "$$folder" || exit; done
	diff -r build/wheel build/again
	$(BIN)/python -m venv --without-pip "$(ELSEWHERE)/venv"
	$(PIP) install --quiet --no-compile --require-hashes --only-binary :all: -r requirements.lock
	$(PIP) install --quiet --no-compile --no-deps build/wheel/*.whl
	$(PIP) check
	$(call said,the wheel and the source distribution$(,) twice: equal byte for byte; installed)

# What a wheel can break: modules and data that are missing, found through the package alone.
ON_THE_WHEEL = snapshots app/test_commands.py app/test_html.py reports/test_schemas.py \
	reports/html/test_pages.py proofs/test_theorem.py examples/test_first_mechanism.py
HERE := $(CURDIR)

on-the-wheel: wheel extras
	cd "$(ELSEWHERE)" && venv/bin/python -P "$(HERE)/scripts/import_all.py" "$(HERE)"
	cd "$(ELSEWHERE)" && venv/bin/dpverify --help >/dev/null
	cd "$(ELSEWHERE)" && venv/bin/python -P -m pytest -q -c "$(HERE)/pyproject.toml" \
		--rootdir "$(HERE)" -p no:cacheprovider -m "not slow" $(ON_THE_WHEEL:%="$(HERE)/tests/%")
	$(call said,the tests on the wheel$(,) from another folder)

distribution: wheel extras
	$(PYTEST) tests/repository/test_distribution.py
	$(call said,what is in the wheel and in the source distribution)

# It has an environment of its own.
audits:
	$(MAKE) audited
	$(call said,audits of public libraries$(,) and by a dask cluster)

# What `make second` does not ask: planted mistakes, and proofs of earlier versions.
second: extras
	$(MAKE) second
	$(PYTEST) -m "slow or not slow" -k "mistake or earlier or settings" \
		tests/benchmarks/test_second_checker.py
	$(call said,the second checker$(,) where there is a Rust compiler)

fuzz: extras
	$(MAKE) fuzz ARGS=--short
	$(call said,attacks: a bounded part of make fuzz)

solvers: extras
	$(PYTEST) -m "not slow" -k "cvc5 or both" \
		tests/checkers/smt tests/proofs/test_solving.py tests/agreement/test_corpus.py
	$(PYTEST) -m "not slow" tests/agreement/test_qif.py
	$(call said,the second solver and qif)

documentation: extras
	$(MAKE) docs
	$(PYTEST) tests/repository/test_site.py
	$(call said,the documentation)

# It builds a wheel of its own in the same place.
types: distribution
	sh scripts/typecheck.sh
	$(call said,mypy --strict on the wheel$(,) with planted errors)

blocks: extras
	$(MAKE) blocks
	$(call said,mypy --strict and pyright on the blocks of the documents$(,) with a planted error)

gallery: extras
	$(MAKE) gallery ARGS=--check
	$(call said,the gallery is what the library computes)

pages: extras
	DPVERIFY_PAGES=build/report DPVERIFY_EVERY=10 $(PYTEST) tests/reports/html/test_every_page.py
	$(call said,every tenth page of what make prove wrote)

notebook: extras
	$(MAKE) notebook
	$(call said,the notebook in a kernel)

proofs: extras
	$(MAKE) proofs ARGS=--check
	$(call said,the stored proofs are what derivations find)

# All of them take a quarter of an hour (`make coq`); here, three that use most of the library.
theorems: extras
	if command -v coqc >/dev/null; then $(MAKE) coq \
		ARGS="dp.post-processing.approx dp.two-forms.pure dp.composition.approx-with-pure"; \
	else echo "no coqc: not run"; fi
	$(call said,theorems in Coq$(,) where it is there)

lint:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(call said,ruff)
