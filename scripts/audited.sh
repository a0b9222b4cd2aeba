#!/bin/sh
# Makes build/audited: dpverify, its tests' tools, and the libraries that audits sample. A library
# whose wheel is not there for this interpreter is left out, and named. It may run beside the set-up.
set -eu
cd "$(dirname "$0")/.."

home=build/audited
python=.venv/bin/python
[ -x "$python" ] || python=${PYTHON:-python3}
"$python" -m venv --clear "$home"
# Nothing is compiled here: of thousands of modules a few are imported, which Python compiles then.
install() {
    "$home/bin/python" -m pip install --quiet --disable-pip-version-check --no-compile "$@"
}
# What dpverify needs comes first, so that the libraries are chosen to go with it.
# shellcheck disable=SC2046  # one argument for each requirement is meant
install $("$home/bin/python" -c 'import tomllib
project = tomllib.load(open("pyproject.toml", "rb"))["project"]
extras = project["optional-dependencies"]
for need in [*project["dependencies"], *extras["test"], *extras["scheduler"]]:
    print(need.replace(" ", ""))')
# All of them at once, in a third of the time; one after the other where one of them stops the rest.
install --prefer-binary --requirement benchmarks/audited/requirements.txt ||
    grep -v '^#' benchmarks/audited/requirements.txt | while read -r package; do
        install --only-binary :all: "$package" scikit-learn==1.6.1 ||
            install "$package" scikit-learn==1.6.1 ||
            echo "make audited: $package does not install here; its tests are skipped" >&2
    done
# An older version, of which a mistake is known, lies in a folder of its own.
install --no-deps --target "$home/older" pure-ldp==1.1.2 ||
    echo "make audited: pure-ldp 1.1.2 does not install here" >&2
# The set-up writes to the same folder when it installs dpverify, and its stamp after that.
until [ -e .venv/dpverify.stamp ]; do sleep 0.2; done
install --no-deps --editable .
cp benchmarks/audited/requirements.txt "$home/requirements.txt"
