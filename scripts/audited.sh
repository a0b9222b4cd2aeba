#!/bin/sh
# Makes build/audited: dpverify, its tests' tools, and the libraries that audits sample. A library
# whose wheel is not there for this interpreter is left out, and named.
set -eu
cd "$(dirname "$0")/.."

home=build/audited
.venv/bin/python -m venv --clear "$home"
install() { "$home/bin/python" -m pip install --quiet --disable-pip-version-check "$@"; }
install --editable ".[test,scheduler]"
grep -v '^#' benchmarks/audited/requirements.txt | while read -r package; do
    install --only-binary :all: "$package" scikit-learn==1.6.1 ||
        install "$package" scikit-learn==1.6.1 ||
        echo "make audited: $package does not install here; its tests are skipped" >&2
done
# An older version, of which a mistake is known, lies in a folder of its own.
install --no-deps --target "$home/older" pure-ldp==1.1.2 ||
    echo "make audited: pure-ldp 1.1.2 does not install here" >&2
cp benchmarks/audited/requirements.txt "$home/requirements.txt"
