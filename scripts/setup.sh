#!/bin/sh
# Makes .venv from requirements.lock and installs dpverify into it, editable. Run by every
# `make` target; does nothing in 0.1 s when the stamp says that .venv is up to date.
#
#   PYTHON=/path/to/python scripts/setup.sh     use this interpreter
#   scripts/setup.sh --optional                 add the packages of requirements-optional.lock;
#                                               likewise --docs and --notebook
#
# Exit status: 0 ready; 1 pip failed (its message is above ours); 2 something to install first.
set -eu
cd "$(dirname "$0")/.."

VENV=.venv
LOCK=requirements.lock
STAMP=$VENV/dpverify.stamp
# A user's own pip settings must not send the packages elsewhere than into .venv.
PIP_USER=0 PIP_REQUIRE_VIRTUALENV=0 PIP_DISABLE_PIP_VERSION_CHECK=1
export PIP_USER PIP_REQUIRE_VIRTUALENV PIP_DISABLE_PIP_VERSION_CHECK
unset PIP_TARGET PIP_PREFIX 2>/dev/null || :

stop() { # status, message
    echo "dpverify set-up: $2" >&2
    exit "$1"
}

# The lock holds wheels for CPython 3.11 to 3.14.
suits() {
    "$1" -c 'import sys
sys.exit(sys.implementation.name != "cpython" or not (3, 11) <= sys.version_info[:2] <= (3, 14))' \
        >/dev/null 2>&1
}

choose_python() {
    if [ -n "${PYTHON:-}" ]; then
        suits "$PYTHON" || stop 2 "PYTHON=$PYTHON is not a CPython 3.11 to 3.14; name another one"
        echo "$PYTHON"
        return
    fi
    # First the one that .venv was made with: `make setup PYTHON=…` is said once.
    # Inside an active environment (perhaps .venv itself, about to be removed): what it is based on.
    for name in "$stamped_python" python3 python3.14 python3.13 python3.12 python3.11; do
        if suits "$name"; then
            "$name" -c 'import sys
print(sys.argv[1] if sys.prefix == sys.base_prefix else sys._base_executable)' "$name"
            return
        fi
    done
    stop 2 "no Python 3.11 to 3.14 found; install one (Debian: apt install python3 python3-venv) \
or run: make setup PYTHON=/path/to/python"
}

digest() { # of the files named, by Python because sha256sum is not everywhere
    "$python" -c 'import hashlib, sys
print(hashlib.sha256(b"".join(open(name, "rb").read() for name in sys.argv[1:])).hexdigest())' "$@"
}

# One line for each stage, when it begins: on a busy machine a stage takes minutes.
say() {
    echo "dpverify set-up: $*" >&2
}

# What .venv was made from: another lock, interpreter or folder needs a new one.
environment_key() {
    "$python" -c 'import os, sys
print(sys.version.split()[0], sys.base_prefix, os.getcwd(), sys.argv[1])' "$(digest "$LOCK")"
}

# `python3 -m venv` without Debian's venv package fails and leaves a half-made folder behind.
# An interpreter with pip but no ensurepip installs from outside; PEP 668 does not block that.
make_venv() {
    rm -rf "$VENV"
    if "$python" -m venv "$VENV" >/dev/null 2>&1 && "$VENV/bin/python" -m pip --version >/dev/null 2>&1
    then
        return
    fi
    rm -rf "$VENV"
    if "$python" -m pip --version >/dev/null 2>&1 &&
        "$python" -m venv --without-pip "$VENV" >/dev/null 2>&1
    then
        return
    fi
    rm -rf "$VENV"
    stop 2 "$python has neither ensurepip nor pip; install one (Debian: apt install python3-venv, \
or python3-pip) and run make again"
}

# pip would compile one file after the other, most of which nobody imports.
install() { # arguments of pip install
    set -- --no-compile "$@"
    if "$VENV/bin/python" -m pip --version >/dev/null 2>&1; then
        "$VENV/bin/python" -m pip install --quiet "$@"
    else
        "$python" -m pip --python "$VENV/bin/python" install --quiet "$@"
    fi
}

add_optional() { # after the rest; --no-deps because requirements.lock holds what they need
    [ $# -gt 0 ] || return 0
    say "adding the packages of requirements-${1#--}.lock"
    install --no-deps --require-hashes --only-binary :all: --requirement "requirements-${1#--}.lock" ||
        stop 1 "the optional packages could not be installed; see pip's message above"
}

stamped_python='' stamped_environment='' stamped_project=''
if [ -f "$STAMP" ]; then
    { read -r stamped_python; read -r stamped_environment; read -r stamped_project; } <"$STAMP" || :
fi
python=$(choose_python)
environment=$(environment_key)
project=$(digest pyproject.toml)
if [ "$environment" != "$stamped_environment" ] || ! "$VENV/bin/python" -c '' 2>/dev/null; then
    say "making $VENV with $("$python" -V) (about 120 MB, once)"
    make_venv
    say "installing the locked packages of $LOCK"
    # Wheels only: a source distribution would run a build whose tools are not locked.
    install --require-hashes --only-binary :all: --requirement "$LOCK" ||
        stop 1 "the locked packages could not be installed; see pip's message above"
elif [ "$project" = "$stamped_project" ]; then
    add_optional "$@"
    exit 0
fi
say "installing dpverify into $VENV, editable"
rm -f "$STAMP" # if only pyproject.toml changed, the packages stay
install --no-deps --no-build-isolation --editable . ||
    stop 1 "dpverify itself could not be installed; see pip's message above"
say "compiling what it imports"
# The first run would do it on its own; where Python may write no bytecode, every run.
"$VENV/bin/python" -m compileall -q -j 0 -x '/(tests|pip|setuptools|mypy|mypyc|coverage)/' \
    "$VENV"/lib/python3.*/site-packages api app checkers defs proofs reports >/dev/null 2>&1 || :
# Written last: a set-up cut off half-way leaves no stamp, and the next run starts again.
printf '%s\n%s\n%s\n' "$python" "$environment" "$project" >"$STAMP.new"
mv "$STAMP.new" "$STAMP"
say "ready"
add_optional "$@"
