# shellcheck shell=bash
# Sourced by deploy/package, deploy/test-lanes and deploy/test-virtual-pi: the cache folder, stamped and timed steps, this
# machine's own Debian mirror, and commands run inside another Debian's tree. Root is needed for the trees.
needs_nothing_yet=yes
# shellcheck source=deploy/needs.sh
. "$(dirname "${BASH_SOURCE[0]}")/needs.sh"
export LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive

# Outside the repository, so that a fresh clone on a warm machine is quick. Everything in it can be deleted at any time.
cache=$(of_caller "${STEPBACK_CACHE:-${HOME:-$(getent passwd "$(id -u)" | cut -d: -f6)}/.cache/stepback}")
case $cache in *[[:space:]]*) fail "STEPBACK_CACHE ($cache) has a space in it, which names of packages are parted by: choose another folder." ;; esac
if ! mkdir -p "$cache"/{logs,stamps,locks,archives} 2>/dev/null; then
    # Nobody but root can do what the cache is for.
    [ "$(id -u)" = 0 ] || refuse "$(basename "$0") enters trees of other Debian releases, which needs root: run it as root or with sudo."
    fail "$cache cannot be made: set STEPBACK_CACHE to a folder that can."
fi
cache=$(realpath "$cache")
# The same one for the scripts that this one calls.
export STEPBACK_CACHE=$cache

# Root, and a kernel that lets it mount things in a namespace of its own; many containers do not.
want_root() {
    [ "$(id -u)" = 0 ] || refuse "$(basename "$0") enters trees of other Debian releases, which needs root: run it as root or with sudo."
    unshare --mount --pid --fork --kill-child --propagation private mount -t proc proc /proc 2>/dev/null ||
        refuse "$(basename "$0") enters trees of other Debian releases, but this machine lets root mount nothing: in a container, allow it (docker run --privileged)."
}

# The compiler for arm64 and the trees of other releases are amd64's.
want_amd64() {
    local processor
    processor=$(dpkg --print-architecture 2>/dev/null || uname -m)
    [ "$processor" = amd64 ] || refuse "$(basename "$0") makes its trees and packages, those for a Pi too, on a machine with an amd64 processor; this one is $processor."
}

# The mirror, asked the way that apt would ask it. One that goes away later is a failure. What the mirror has replaced since yesterday
# could not be fetched by older lists.
want_mirror() {
    local answer uri none
    none="$(basename "$0") makes trees of other Debian releases from this machine's Debian mirror, which does not answer: is there a network?"
    # A new machine may have fetched no lists yet.
    uri=$(mirror 2>/dev/null) || { apt-get update -qq && uri=$(mirror); } >/dev/null 2>&1 || refuse "$none"
    answer=$(mktemp)
    /usr/lib/apt/apt-helper -o Acquire::Retries=2 download-file "$uri/dists/bookworm/Release" "$answer" >/dev/null 2>&1 || none+=" ($uri)"
    [ -s "$answer" ] || { rm -f "$answer"; refuse "$none"; }
    rm -f "$answer"
    # One lane at a time, as in want_packages. Where that fails, the older lists may do.
    (
        flock 7
        if [ -n "$(find /var/lib/apt/lists -maxdepth 0 -mmin +1440 2>/dev/null)" ]; then apt-get update -qq >/dev/null 2>&1 || true; fi
    ) 7<"$project/deploy/needs.sh"
}

# What apt and debootstrap say without a network.
no_network='Could not resolve|Temporary failure resolving|Could not connect|Failed to fetch|Failed getting release|Couldn.t download'

# timed NAME COMMAND...: runs it with its output in a log, prints how long it took and how much of that was the processors' work (which
# other work on the machine does not change), and the log's end if it failed.
timed() {
    local name=$1 log="$cache/logs/$1.log" start=$SECONDS status=0 TIMEFORMAT='%U %S'
    shift
    # Not inside a condition, where bash would switch `set -e` off for all of the command.
    set +e
    { time { (set -e; "$@") >"$log" 2>&1 9>&-; }; } 2>"$log.time"
    status=$?
    set -e
    if [ $status != 0 ]; then
        echo "--- $name failed after $((SECONDS - start)) s; the end of $log:"
        tail -n 40 "$log"
        if grep -qE '404 +Not Found' "$log"; then
            echo "The mirror no longer has a file that older lists name: run apt-get update and try again."
        elif grep -qE "$no_network" "$log"; then echo "The Debian mirror of this machine does not answer: is there a network?"; fi
        exit 1
    fi >&2
    printf '%-34s %5d s %5d processor s\n' "$name" $((SECONDS - start)) "$(awk '{ print int($1 + $2) }' "$log.time")"
}

# What a folder holds, as one checksum of names, sizes, kinds and links: quick enough to check a whole Debian tree each time.
tree_digest() {
    (cd "$1" && find . -xdev -printf '%P %y %m %l ' \( -type f -printf '%s\n' -o -printf '\n' \) | LC_ALL=C sort | sha256sum | cut -c1-64)
}

outputs_digest() {
    local output
    for output; do
        [ -e "$output" ] || { echo "missing $output"; continue; }
        if [ -d "$output" ]; then tree_digest "$output"; else sha256sum <"$output"; fi
    done
}

# stamped NAME KEY OUTPUT... -- COMMAND...: runs the command unless its stamp holds this very key and the outputs (files or
# folders) still are what they were. The key says what went in: versions, checksums, the text of the recipe.
stamped() {
    local name=$1 key=$2 outputs=() stamp="$cache/stamps/$1"
    shift 2
    while [ "$1" != -- ]; do outputs+=("$1"); shift; done
    shift
    exec 9>"$cache/locks/$name"
    flock 9
    if [ ! -e "$stamp" ] || [ "$(cat "$stamp")" != "$key"$'\n'"$(outputs_digest "${outputs[@]}")" ]; then
        rm -f "$stamp"
        timed "$name" "$@"
        printf '%s\n%s\n' "$key" "$(outputs_digest "${outputs[@]}")" >"$stamp.new"
        mv "$stamp.new" "$stamp"
    fi
    exec 9>&-
}

# recipe FUNCTION...: a checksum of their text, so that a changed recipe is run again.
recipe() { declare -f "$@" | sha256sum | cut -c1-16; }

# The mirror and the keyring that this machine's apt uses for Debian itself.
mirror() {
    local uri
    uri=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT) $(CREATED_BY) $(ORIGIN)' 2>/dev/null |
        awk '$2 ~ /^[a-z]+$/ && $3 == "main" && $4 == "Packages" && $5 == "Debian" { print $1; exit }')
    [ -n "$uri" ] || fail "apt on this machine knows no Debian mirror (run apt-get update); the other Debian trees are made from it."
    echo "${uri%/}"
}
keyring() {
    local file
    for file in $(grep -rhoiP 'signed-by\s*[:=]\s*\K/[^]\s]+' /etc/apt/sources.list /etc/apt/sources.list.d 2>/dev/null) \
        $(dpkg -L debian-archive-keyring 2>/dev/null | grep '/debian-archive-keyring\.'); do
        case $file in *debian*) [ -r "$file" ] && { echo "$file"; return; } ;; esac
    done
    fail "There is no keyring for Debian's archive: install debian-archive-keyring."
}

# debian_tree FOLDER CODENAME PACKAGE...: a minimal Debian of that release with these packages besides.
debian_tree() {
    local tree=$1 codename=$2
    shift 2
    rm -rf "$tree"
    mkdir -p "$tree" "$cache/archives/$codename"
    # In a namespace of its own, so that nothing stays mounted when it is ended half-way.
    unshare --mount --propagation private debootstrap --variant=minbase --arch=amd64 --keyring="$(keyring)" --cache-dir="$cache/archives/$codename" "$codename" "$tree" "$(mirror)"
    printf 'APT::Install-Recommends "false";\nDpkg::Options {"--force-unsafe-io";}\n' >"$tree/etc/apt/apt.conf.d/90stepback"
    install_in "$tree" "$codename" "$@"
}

# alone_with_archives CODENAME COMMAND...: apt locks its archive of packages, but does not wait for it; the lanes share it.
alone_with_archives() {
    local lock="$cache/locks/archives-$1"
    shift
    (
        flock 8
        "$@"
    ) 8>"$lock"
}

# install_in TREE CODENAME PACKAGE...: with the host's resolver and a shared archive, so that nothing is fetched twice.
install_in() {
    local tree=$1 codename=$2
    shift 2
    cp /etc/resolv.conf "$tree/etc/resolv.conf"
    alone_with_archives "$codename" enter "$tree" "$cache/archives/$codename:/var/cache/apt/archives" -- sh -euc 'apt-get update; apt-get install -y "$@"' sh "$@"
}

# enter TREE [OUTSIDE:INSIDE[:ro]]... -- COMMAND...: runs a command in the tree with mounts of its own, which vanish with it.
enter() {
    local tree=$1 binds=()
    shift
    while [ "$1" != -- ]; do binds+=("$1"); shift; done
    shift
    unshare --mount --pid --fork --kill-child --propagation private bash -euc '
        tree=$1 count=$2; shift 2
        mount --bind "$tree" "$tree"
        mount -t proc proc "$tree/proc"
        mount --rbind /sys "$tree/sys"
        mount --rbind /dev "$tree/dev"
        mount -t tmpfs -o mode=1777 tmpfs "$tree/tmp"
        for ((; count > 0; count--)); do
            IFS=: read -r outside inside mode <<<"$1"; shift
            mkdir -p "$tree$inside"
            mount --bind "$outside" "$tree$inside"
            [ "$mode" != ro ] || mount -o remount,bind,ro "$tree$inside"
        done
        exec chroot "$tree" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 TERM=dumb \
            DEBIAN_FRONTEND=noninteractive "$@"
    ' bash "$tree" ${#binds[@]} "${binds[@]}" "$@"
}
