#!/bin/sh
# Builds the source distribution into the folder named (default: dist): what MANIFEST.in names,
# tests and examples included. Two builds of one commit are equal byte for byte.
set -eu
cd "$(dirname "$0")/.."
out=${1:-dist}
mkdir -p "$out" build
out=$(cd "$out" && pwd)
python=$PWD/.venv/bin/python
root=$PWD

. scripts/source.sh
copy_source build/sdist-source ./*.md ./*.in ./*.lock CITATION.cff LICENSE Makefile pyproject.toml \
    .ci api app defs checkers proofs reports tests examples docs benchmarks scripts
cd build/sdist-source
"$python" -c 'import sys
from setuptools import build_meta
print(build_meta.build_sdist(sys.argv[1]))' ../sdist >../sdist.log 2>&1 || {
    cat ../sdist.log >&2
    exit 1
}
"$python" "$root/scripts/repack.py" "../sdist/$(tail -n 1 ../sdist.log)" "$out"
