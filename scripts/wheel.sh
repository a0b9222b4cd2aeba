#!/bin/sh
# Builds the wheel into the folder named (default: dist), with the setuptools of .venv.
# From a copy: setuptools would reuse files left in build/lib, also those deleted since.
set -eu
cd "$(dirname "$0")/.."
out=${1:-dist}
mkdir -p "$out" build
out=$(cd "$out" && pwd)
python=$PWD/.venv/bin/python

rm -rf build/source
mkdir build/source
cp -R pyproject.toml README.md LICENSE api defs checkers proofs reports build/source
cd build/source
find . -name __pycache__ -type d -prune -exec rm -rf {} +
"$python" -c 'import sys
from setuptools import build_meta
build_meta.build_wheel(sys.argv[1])' "$out" >../wheel.log 2>&1 || {
    cat ../wheel.log >&2
    exit 1
}
