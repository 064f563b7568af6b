# shellcheck shell=bash
# Sourced by deploy/test-lanes: what is asked of the packages.

check_packages() {
    local target built=()
    want_arm64 12
    want_arm64 13
    for target in amd64-12 amd64-13 arm64-12 arm64-13; do
        if "$project/deploy/package" "${target%-*}" "${target#*-}"; then
            built+=("$target")
        else
            failed=$((failed + 1))
        fi
    done
    lane_check unit-exposure unit_exposure
    for target in "${built[@]}"; do lane_check "lintian-$target" lintian_clean "$target"; done
    local release
    for release in 12 13; do
        lane_check "installation-$release" installation "$release"
        lane_check "arm64-run-$release" arm64_run "$release"
        lane_check "renders-$release" compare_renders "$release"
    done
    lane_check renders-across compare_across
    package_figures "${built[@]}"
}

package_figures() {
    local target release deb
    figure "exposure by systemd-analyze security of Debian 13" "$(sed -n 's/.*Overall exposure level for .*: \([0-9.]*\) .*/\1/p' "$cache/logs/unit-exposure.log")" "2.0"
    for release in 12 13; do
        figure "pictures of arm64 and amd64 on Debian $release: values that differ" "$(awk '/ values differ/ { differ += $2; all += $4 } END { print differ + 0 " of " all + 0 }' "$cache/logs/renders-$release.log")" "0.1 %, by 2 of 255"
    done
    for target; do
        deb=$(package_file "$target")
        figure "package for ${target%-*}, Debian ${target#*-}: file, installed" \
            "$(megabytes "$(stat -c %s "$deb")"), $(megabytes $(($(dpkg-deb -f "$deb" Installed-Size) * 1024)))" ""
    done
}

megabytes() { awk -v bytes="$1" 'BEGIN { printf "%.1f MB\n", bytes / 1e6 }'; }

package_file() { ls "$project"/out/packages/stepback_*"~deb${1#*-}_${1%-*}.deb"; }

lintian_clean() {
    enter "$cache/debian13" "$project/out/packages:/mnt:ro" -- lintian --fail-on error --tag-display-limit 0 "/mnt/$(basename "$(package_file "$1")")"
}

# Without a running system: what the unit itself promises. Tenths of a point, 20 is 2.0.
unit_exposure() {
    enter "$cache/debian13" "$project/systemd:/mnt:ro" -- systemd-analyze security --offline=true --threshold=20 --no-pager /mnt/stepback.service
}

# installed_tree RELEASE: a Debian of that release in which our package was installed, upgraded, removed, purged and installed again.
installed_tree() { echo "$cache/installed-$1"; }

# Install, play, upgrade, remove, install again, purge: in a Debian that has nothing but itself.
installation() {
    local release=$1 deb tree newer="$cache/package/newer-$1"
    deb=$(package_file "amd64-$release")
    tree=$(installed_tree "$release")
    want_clean_tree "$release"
    rm -rf "$tree" "$newer"
    cp -a "$(clean_tree "$release")" "$tree"
    mkdir -p "$newer"
    dpkg-deb -R "$deb" "$newer/tree"
    sed -i "s/^Version: \(.*\)~deb/Version: \1+1~deb/" "$newer/tree/DEBIAN/control"
    dpkg-deb --root-owner-group -Zxz -z0 --build "$newer/tree" "$newer/newer.deb"
    alone_with_archives "$(codename_of "$release")" enter "$tree" "$cache/archives/$(codename_of "$release"):/var/cache/apt/archives" "$project/out/packages:/mnt:ro" \
        "$project/deploy:/media:ro" "$newer:/srv:ro" -- bash /media/installation.sh "/mnt/$(basename "$deb")" /srv/newer.deb
}

# arm64_root RELEASE: the package and all it depends on, unpacked.
arm64_root() {
    local root="$cache/arm64-root-$1" files deb
    deb=$(package_file "arm64-$1")
    # The lists are as old as the sysroot, and the mirror may have replaced what they name.
    files=$(arm64_packages "$1" "$deb") || { arm64_apt "$1" update && files=$(arm64_packages "$1" "$deb"); }
    files=$(grep -v '/stepback_' <<<"$files")
    rm -rf "$root"
    # shellcheck disable=SC2086
    unpack "$root" $files "$deb"
    # Fontconfig's own configuration is made by its package's script; it is the same on every machine.
    rm -rf "$root/etc/fonts"
    cp -a "$(installed_tree "$1")/etc/fonts" "$root/etc/"
    mkdir -p "$root"/{proc,sys,dev,tmp,mnt}
    cp /usr/bin/qemu-aarch64-static "$root/usr/bin/qemu-aarch64"
}

# in_arm64 RELEASE COMMAND...: emulated, with /mnt for what it writes.
in_arm64() {
    local release=$1
    shift
    mkdir -p "$cache/renders"
    unshare --mount --propagation private bash -euc '
        root=$1 renders=$2; shift 2
        mount --bind "$root" "$root"
        mount -t proc proc "$root/proc"
        mount --bind "$renders" "$root/mnt"
        exec chroot "$root" /usr/bin/qemu-aarch64 "$@"' bash "$cache/arm64-root-$release" "$cache/renders" "$@"
}

sample=/usr/share/stepback/routines/morning-core.routine
# Places of the sample's timeline whose pictures are compared.
moments=(2.5 20.5 33.5 40.5)

arm64_run() {
    local release=$1 text
    arm64_root "$release"
    text=$(in_arm64 "$release" /usr/bin/stepback --version)
    echo "$text"
    [[ $text == "stepback "* ]]
    in_arm64 "$release" /usr/bin/stepback check "$sample"
    rm -rf "$cache/renders/arm64-$release"
    in_arm64 "$release" /usr/bin/stepback render "$sample" --no-frames --out "/mnt/arm64-$release"
    local moment
    for moment in "${moments[@]}"; do
        in_arm64 "$release" /usr/bin/stepback render "$sample" --at "$moment" --size 800x480 --out "/mnt/arm64-$release/at-$moment"
    done
}

# What the installed amd64 package of the same release renders, and the two compared.
compare_renders() {
    local release=$1 moment tree
    tree=$(installed_tree "$release")
    rm -rf "$cache/renders/amd64-$release"
    enter "$tree" "$cache/renders:/mnt" -- stepback render "$sample" --no-frames --out "/mnt/amd64-$release"
    for moment in "${moments[@]}"; do
        enter "$tree" "$cache/renders:/mnt" -- stepback render "$sample" --at "$moment" --size 800x480 --out "/mnt/amd64-$release/at-$moment"
    done
    python3 "$project/Tests/VirtualPi/renders.py" same "$cache/renders/amd64-$release" "$cache/renders/arm64-$release"
}

compare_across() { python3 "$project/Tests/VirtualPi/renders.py" across "$cache/renders/amd64-12" "$cache/renders/amd64-13"; }
