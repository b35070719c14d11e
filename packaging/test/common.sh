# What the tests of the packages share: a tree with nothing but Debian in it, and a look at results without their times.
# Sourced, from the root of the repository.

[ "$(id -u)" -eq 0 ] || { echo "$0 needs root: it makes a tree of Debian and changes its root." >&2; exit 64; }
packages=$PWD/.build/packages
bare=$PWD/.build/bare
program=${PROGRAM:-$PWD/.build/release/mrz-scan}
tree=

step() { echo "== $* ($(date +%T))"; }
fail() { echo "FAILED: $*" >&2; exit 1; }

# A new tree, from one that is kept: debootstrap takes a minute or two.
new_tree() {
    if [ ! -e "$bare/base/etc/debian_version" ]; then
        rm -rf "$bare/base"
        mkdir -p "$bare"
        debootstrap --variant=minbase bookworm "$bare/base" "${MIRROR:-http://deb.debian.org/debian}"
    fi
    tree=$(mktemp -d "$bare/tree.XXXXXX")
    trap remove_tree EXIT
    cp -a "$bare/base/." "$tree"
    cp /etc/resolv.conf "$tree/etc/"
    # No service may be started in it.
    printf '#!/bin/sh\nexit 101\n' > "$tree/usr/sbin/policy-rc.d"
    chmod +x "$tree/usr/sbin/policy-rc.d"
    mount -t proc proc "$tree/proc"
    mount --bind /dev "$tree/dev"
    cp -r Samples "$tree/Samples"
}

# What is still in use is let go of later: what is left mounted would be deleted with the tree.
remove_tree() {
    local mounted
    for mounted in proc dev; do
        ! mountpoint -q "$tree/$mounted" || umount -l "$tree/$mounted"
    done
    rm -rf --one-file-system "$tree"
}

# Runs a command in the tree with nothing of this system's environment.
inside() { chroot "$tree" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@"; }

untimed() { sed 's/"timing":{[^}]*}/"timing":{}/' "$@"; }

# Compares results with those of the program as it is built here, byte for byte but for the times.
same() {
    [ -s "$1" ] || fail "no results of $2"
    diff <(untimed "$reference") <(untimed "$1") > /dev/null || fail "$2 does not read what the program reads"
    echo "$2: the same $(wc -l < "$1") results as the program's"
}

# What the program here reads in Samples/, which is what all others are to read; and the inputs, one a line.
read_reference() {
    work=$(mktemp -d "$bare/work.XXXXXX")
    trap 'rm -rf "$work"; remove_tree' EXIT
    reference=$work/reference.jsonl
    "$program" --quiet --format jsonl Samples > "$reference" || [ $? -eq 1 ]
    python3 - "$reference" > "$work/inputs" <<'PYTHON'
import json, sys
print(*dict.fromkeys(json.loads(line)["source"] for line in open(sys.argv[1])), sep="\n")
PYTHON
}
