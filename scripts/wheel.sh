#!/bin/sh
# Builds the wheel into the folder named (default: dist), with the setuptools of .venv.
# From a copy: setuptools would reuse files left in build/lib, also those deleted since.
# Two builds of one commit are equal byte for byte: scripts/source.sh fixes times and modes, and
# setuptools sorts the members of a wheel.
set -eu
cd "$(dirname "$0")/.."
out=${1:-dist}
mkdir -p "$out" build
out=$(cd "$out" && pwd)
python=$PWD/.venv/bin/python

. scripts/source.sh
copy_source build/source pyproject.toml README.md LICENSE api app defs checkers proofs reports
cd build/source
"$python" -c 'import sys
from setuptools import build_meta
build_meta.build_wheel(sys.argv[1])' "$out" >../wheel.log 2>&1 || {
    cat ../wheel.log >&2
    exit 1
}
