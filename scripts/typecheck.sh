#!/bin/sh
# mypy --strict over what the wheel contains, then over tests, benchmarks, examples and scripts.
#
# mypy does not follow the default editable install: it would read the facade `api` alone and
# report success. So it reads the unpacked wheel, and a planted error proves that it does.
set -eu
cd "$(dirname "$0")/.."
tree=build/typecheck
rm -rf "$tree" build/wheel
sh scripts/wheel.sh build/wheel
.venv/bin/python -m zipfile -e build/wheel/*.whl "$tree"
MYPYPATH=$tree
export MYPYPATH

# A cache of its own: another run of mypy may know the same modules under other paths.
check() { .venv/bin/mypy --strict --cache-dir build/mypy-cache "$@" 2>&1; }
package() { check -p dpverify; }

# `build/typecheck/dpverify/defs/x.py` is `defs/x.py` to whoever mends it.
sources() {
    sed -E -e "s#^$tree/dpverify/(defs|checkers|proofs|reports|app)/#\1/#" -e "s#^$tree/dpverify/#api/#"
}

status=0
package >build/mypy.log || status=1
sources <build/mypy.log

others=$(find tests benchmarks examples scripts -name '*.py' -print | sort)
if [ -n "$others" ]; then
    # shellcheck disable=SC2086  # one argument for each file is meant
    check $others | sources | tee build/mypy-others.log
    tail -n 1 build/mypy-others.log | grep -q '^Success' || status=1
fi

# The proof: an error in each package must be seen.
for folder in "" defs/ checkers/ proofs/ reports/ app/; do
    printf 'planted: int = "an error on purpose"\n' >"$tree/dpverify/${folder}planted.py"
done
package >build/planted.log || :
for folder in "" defs/ checkers/ proofs/ reports/ app/; do
    if ! grep -q "^$tree/dpverify/${folder}planted.py:1: error: " build/planted.log; then
        echo "typecheck: mypy did not report the error planted in dpverify/$folder" >&2
        status=1
    fi
done
[ "$status" = 0 ] && echo "typecheck: the planted errors were seen, and there are no others"
exit "$status"
