# shellcheck shell=bash
# Sourced by deploy/play, deploy/test, deploy/bench and (by deploy/steps.sh) the other lanes: what a build needs on Debian 12 or 13, and where Swift is.
set -euo pipefail

project=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Where a path that was given is meant from: of_caller PATH says which file it is.
caller=$PWD
of_caller() { (cd "$caller" && realpath -m -- "$1"); }
cd "$project"

fail() { echo "$*" >&2; exit 1; }
# What this machine does not allow at all, however often it is tried: 69, which tells it from a failure.
refuse() { echo "$*" >&2; exit 69; }

# Thousands of lines of Swift's tests say that something began or went well; the rest is what a person wants to see, with the lines that
# belong to it, and how many there were.
without_passes() {
    awk '/^(◇|✔|Test Suite|\[)/ { shown = 0 } /^(✘|⚠|➜|💣|error|Fatal|qemu:)/ { shown = 1 } shown || /^[^ ]+ Test run with / { print; fflush() }'
}

# The headers that Package.swift names, what linking needs, and what the pictures and the voice are made from.
build_packages=(
    g++ pkg-config libdrm-dev libgpiod-dev libasound2-dev libespeak-ng-dev libcairo2-dev libpango1.0-dev zlib1g-dev
    espeak-ng-data fonts-inter fonts-noto-core fontconfig tzdata
)

# Installs what is missing, saying what. Nothing is touched when nothing is missing.
want_packages() {
    command -v dpkg-query >/dev/null || fail "This is not Debian: install the equivalents of $* yourself, then run swift build."
    local missing=() name
    for name; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$name" 2>/dev/null)" = installed ] || missing+=("$name")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    local root=()
    if [ "$(id -u)" != 0 ]; then
        command -v sudo >/dev/null || fail "These Debian packages are missing: ${missing[*]}. Install them as root, or install sudo."
        root=(sudo)
    fi
    # One at a time: the lanes may run side by side. Another one may have installed them by now, which apt sees.
    exec 8<"$project/deploy/needs.sh"
    flock 8
    echo "Installing these Debian packages: ${missing[*]}" >&2
    # Package lists are fetched only when those at hand do not do.
    apt_install "${missing[@]}" || {
        "${root[@]}" apt-get update -qq </dev/null && apt_install "${missing[@]}"
    } || fail "apt could not install ${missing[*]}: is there a network? apt's own messages stand above."
    exec 8<&-
}

apt_install() {
    "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends -o Dpkg::Use-Pty=0 "$@" </dev/null >/dev/null
}

# Swift from PATH, /opt/swift, or Debian 13's own package.
want_swift() {
    command -v swift >/dev/null || PATH=$PATH:/opt/swift/usr/bin
    if ! command -v swift >/dev/null && apt-cache show swiftlang >/dev/null 2>&1; then want_packages swiftlang; fi
    command -v swift >/dev/null ||
        fail "There is no Swift, neither in PATH nor in /opt/swift: install Swift 6.0 or newer, or use Debian 13, which has it as swiftlang."
}

# deploy/steps.sh wants the names above and decides itself what to install.
if [ -z "${needs_nothing_yet:-}" ]; then
    want_packages "${build_packages[@]}"
    want_swift
fi
