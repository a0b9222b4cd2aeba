# Read by wheel.sh and sdist.sh, in the root of the repository.

# The time that every member of an archive gets: that of the last commit.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 1735689600)}
export SOURCE_DATE_EPOCH
# Files that setuptools writes itself have the modes of the process.
umask 022

# copy_source FOLDER PATH…: a fresh copy without what Python compiled, in modes that do not depend on
# those of the checkout.
copy_source() {
    folder=$1
    shift
    rm -rf "$folder"
    mkdir -p "$folder"
    cp -R "$@" "$folder"
    find "$folder" -name __pycache__ -type d -prune -exec rm -rf {} +
    chmod -R u=rwX,go=rX "$folder"
}
