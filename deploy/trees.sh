# shellcheck shell=bash
# Sourced after steps.sh: the Debian 13 tree with its Swift, the arm64 sysroots of Debian 12 and 13, and the Swift SDKs
# that compile for them. Nothing of arm64 is emulated to make these: packages are only unpacked.
#
# Debian 13 has Swift 6.0.3 itself; a compiler imports only modules of its own version, so the arm64 builds, for both
# releases, are made with that compiler and the static runtime out of Debian 13's arm64 package.

codename_of() {
    case $1 in 12) echo bookworm ;; 13) echo trixie ;; *) fail "Debian $1 is not one of the releases built for: 12, 13." ;; esac
}

# What deploy/needs.sh installs on this machine: headers to build with, and what the programs and tests need to run.
mapfile -t development_packages < <(printf '%s\n' "${build_packages[@]}" | grep -e '-dev$')
mapfile -t runtime_packages < <(printf '%s\n' "${build_packages[@]}" | grep -ve '-dev$' -e '^g++$' -e '^pkg-config$')

make_debian13() {
    debian_tree "$cache/debian13" trixie swiftlang g++ pkgconf binutils binutils-aarch64-linux-gnu dpkg-dev lintian man-db systemd python3-jsonschema "${development_packages[@]}" "${runtime_packages[@]}"
    mkdir -p "$cache/debian13"/{src/stepback,build,sysroot-12,sysroot-13,sdk}
    fc_cache "$cache/debian13"
}
fc_cache() { enter "$1" -- fc-cache -s; }
want_debian13() {
    stamped debian13 "$(recipe make_debian13 debian_tree install_in fc_cache) ${development_packages[*]} ${runtime_packages[*]}" \
        "$cache/debian13/usr" "$cache/debian13/var/lib/dpkg" "$cache/debian13/etc" -- make_debian13
}

# A clean Debian, as debootstrap makes it.
clean_tree() {
    if [ "$1" = 12 ]; then echo "$cache/debian12"; else echo "$cache/debian13-clean"; fi
}
make_clean13() { debian_tree "$cache/debian13-clean" trixie; }
make_debian12() { debian_tree "$cache/debian12" bookworm; }
want_clean_tree() {
    if [ "$1" = 12 ]; then
        stamped debian12 "$(recipe make_debian12 debian_tree install_in)" "$cache/debian12" -- make_debian12
    else
        stamped debian13-clean "$(recipe make_clean13 debian_tree install_in)" "$cache/debian13-clean" -- make_clean13
    fi
}

# arm64_apt RELEASE ARGUMENT...: an apt of arm64 alone, with nothing installed and with its own lists.
arm64_apt() {
    local folder="$cache/apt-arm64-$1" codename
    codename=$(codename_of "$1")
    shift
    mkdir -p "$folder"/{parts,etc/preferences.d,lists/partial} "$cache/archives/arm64-$codename/partial"
    : >"$folder/status"
    printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: %s\nArchitectures: arm64\n' \
        "$(mirror)" "$codename" "$(keyring)" >"$folder/parts/debian.sources"
    apt-get -q -y -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Install-Recommends=false \
        -o APT::Sandbox::User=root -o APT::Update::Post-Invoke-Success= -o APT::Keep-Downloaded-Packages=true \
        -o Dir::Etc="$folder/etc" -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$folder/parts" \
        -o Dir::State::Lists="$folder/lists" -o Dir::State::status="$folder/status" -o Dir::Cache="$folder" \
        -o Dir::Cache::archives="$cache/archives/arm64-$codename" "$@"
}

# arm64_packages RELEASE PACKAGE...: fetches them and all they depend on, and prints the files.
arm64_packages() {
    local release=$1 list
    shift
    arm64_apt "$release" --download-only install "$@" >&2
    list=$(arm64_apt "$release" --print-uris -o Dir::Cache::archives=/nonexistent install "$@" | awk -F"'" '/^.http/ { print $0 }' | awk '{ print $2 }')
    [ -n "$list" ] || return 1
    sed "s|^|$cache/archives/arm64-$(codename_of "$release")/|" <<<"$list"
}

# unpack FOLDER DEB...: into a tree whose /lib, /bin and /sbin are links into /usr, as in Debian itself.
unpack() {
    local folder=$1 name deb
    shift
    mkdir -p "$folder"/usr/{lib,bin,sbin}
    for name in lib bin sbin; do ln -sfn "usr/$name" "$folder/$name"; done
    for deb; do dpkg-deb --fsys-tarfile "$deb" | tar -x --keep-directory-symlink -C "$folder"; done
}

# record FOLDER DEB...: dpkg's database of what was unpacked, from which dpkg-shlibdeps learns whose each library is.
record() {
    local database="$1/var/lib/dpkg" deb package fields
    shift
    mkdir -p "$database/info"
    : >"$database/status"
    echo 1 >"$database/info/format"
    for deb; do
        fields=$(dpkg-deb --field "$deb")
        package=$(sed -n 's/^Package: //p' <<<"$fields")
        grep -q '^Multi-Arch: same' <<<"$fields" && package+=:arm64
        sed '/^Package:/a Status: install ok installed' <<<"$fields"$'\n' >>"$database/status"
        dpkg-deb --fsys-tarfile "$deb" | tar -t | sed 's|^\.||; s|/$||; s|^$|/.|' >"$database/info/$package.list"
        # Not every package has these.
        dpkg-deb --ctrl-tarfile "$deb" | tar -x -C "$database/info" --transform "s|^\\./|$package.|" ./symbols ./shlibs 2>/dev/null || true
    done
}

# Absolute links in a sysroot lead out of it: Debian 12's libm.so would send the linker to the build machine's own, or to libm.a.
make_links_relative() {
    local link
    find "$1/usr/lib" -type l -lname '/*' | while read -r link; do
        ln -sfn "$(realpath -m --relative-to="$(dirname "$link")" "$1$(readlink "$link")")" "$link"
    done
}

# Of Swift's arm64 package only the libraries: dynamic, static, and clang's headers.
swift_libraries=(./usr/libexec/swift/lib/swift ./usr/libexec/swift/lib/swift_static ./usr/libexec/swift/lib/clang ./usr/lib/swift)

make_sysroot13() {
    local sysroot="$cache/sysroot-13" packages deb
    rm -rf "$sysroot"
    arm64_apt 13 update
    packages=$(arm64_packages 13 swiftlang libswiftlang libc6-dev libgcc-14-dev libstdc++-14-dev "${development_packages[@]}" "${runtime_packages[@]}")
    # shellcheck disable=SC2046,SC2086
    unpack "$sysroot" $(grep -v /swiftlang_ <<<"$packages")
    record "$sysroot" $packages
    dpkg-deb --fsys-tarfile "$(grep /swiftlang_ <<<"$packages")" | tar -x --keep-directory-symlink -C "$sysroot" "${swift_libraries[@]}"
    make_links_relative "$sysroot"
    rm -rf "$sysroot"/usr/share/{doc,man,locale} "$cache"/archives/arm64-trixie/swiftlang_*.deb
    cp -a "$cache/debian13/etc/fonts" "$sysroot/etc/"
    echo '{"DisplayName": "Debian 13 arm64", "Version": "13", "VersionMap": {}, "CanonicalName": "linux"}' >"$sysroot/SDKSettings.json"
}

# Debian 13's static Swift libraries want a few symbols that Debian 12's C library does not have yet: deploy/glibc236.c is linked in.
make_sysroot12() {
    local sysroot="$cache/sysroot-12" packages
    rm -rf "$sysroot"
    arm64_apt 12 update
    packages=$(arm64_packages 12 libc6-dev libgcc-12-dev libstdc++-12-dev "${development_packages[@]}")
    # shellcheck disable=SC2086
    unpack "$sysroot" $packages
    # shellcheck disable=SC2086
    record "$sysroot" $packages
    make_links_relative "$sysroot"
    rm -rf "$sysroot"/usr/share/{doc,man,locale}
    mkdir -p "$sysroot/usr/libexec"
    cp -al "$cache/sysroot-13/usr/libexec/swift" "$sysroot/usr/libexec/swift"
    ln -sfn ../libexec/swift/lib/swift "$sysroot/usr/lib/swift"
    cp "$cache/sysroot-13/SDKSettings.json" "$sysroot/"
    enter "$cache/debian13" "$sysroot:/sysroot-12" "$project:/src/stepback:ro" -- /usr/libexec/swift/bin/clang -target aarch64-unknown-linux-gnu \
        --sysroot=/sysroot-12 -O2 -fPIC -fno-builtin -c /src/stepback/deploy/glibc236.c -o /sysroot-12/usr/lib/glibc236.o
}

# A Swift SDK for arm64 of one release; the compiler and the linker are Debian 13's own.
make_sdk() {
    local release=$1 name="debian$1-arm64" linker=''
    local folder="$cache/sdk/$name.artifactbundle"
    [ "$release" = 13 ] || linker=', "extraCLIOptions": ["/sysroot-12/usr/lib/glibc236.o"]'
    rm -rf "$folder"
    mkdir -p "$folder/$name"
    cat >"$folder/info.json" <<JSON
{"schemaVersion": "1.0", "artifacts": {"$name": {"type": "swiftSDK", "version": "6.0.3", "variants": [{"path": "$name"}]}}}
JSON
    cat >"$folder/$name/swift-sdk.json" <<JSON
{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {"sdkRootPath": "/sysroot-$release",
  "swiftResourcesPath": "/sysroot-$release/usr/libexec/swift/lib/swift",
  "swiftStaticResourcesPath": "/sysroot-$release/usr/libexec/swift/lib/swift_static", "toolsetPaths": ["toolset.json"]}}}
JSON
    cat >"$folder/$name/toolset.json" <<JSON
{"schemaVersion": "1.0", "rootPath": "/usr/libexec/swift/bin",
 "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld", "-no-toolchain-stdlib-rpath"]},
 "linker": {"path": "ld.lld"$linker}}
JSON
}

# want_arm64 RELEASE: the sysroot and the SDK; Debian 12's borrows Swift's libraries from Debian 13's.
want_arm64() {
    local shared
    shared="$(recipe arm64_apt arm64_packages unpack record make_links_relative) ${development_packages[*]} ${runtime_packages[*]} ${swift_libraries[*]}"
    want_debian13
    stamped sysroot-13 "$(recipe make_sysroot13) $shared" "$cache/sysroot-13" -- make_sysroot13
    [ "$1" = 13 ] || stamped sysroot-12 "$(recipe make_sysroot12) $shared $(outputs_digest "$project/deploy/glibc236.c")" "$cache/sysroot-12" -- make_sysroot12
    stamped "sdk-$1" "$(recipe make_sdk)" "$cache/sdk/debian$1-arm64.artifactbundle" -- make_sdk "$1"
}

# in_debian13 COMMAND...: with the sources read-only in /src/stepback, build folders in /build, and the arm64 trees.
in_debian13() {
    mkdir -p "$cache"/{build/home,sdk,sysroot-12,sysroot-13}
    enter "$cache/debian13" "$project:/src/stepback:ro" "$cache/build:/build" "$cache/sdk:/sdk:ro" "$cache/sysroot-12:/sysroot-12" \
        "$cache/sysroot-13:/sysroot-13" -- env --chdir=/src/stepback HOME=/build/home "$@"
}

# swift_debian13 SUBCOMMAND ARGUMENT...: Swift 6.0.3 on the sources, for amd64 of Debian 13.
swift_debian13() { in_debian13 swift "$1" --scratch-path /build/debian13 "${@:2}"; }

# swift_arm64 RELEASE SUBCOMMAND ARGUMENT...: the same, for arm64; in the build folder $scratch, if that is set.
swift_arm64() {
    local release=$1 sysroot="/sysroot-$1"
    shift
    in_debian13 env PKG_CONFIG_PATH="$sysroot/usr/lib/aarch64-linux-gnu/pkgconfig:$sysroot/usr/share/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$sysroot" \
        swift "$1" --swift-sdks-path /sdk --swift-sdk "debian$release-arm64" --scratch-path "/build/${scratch:-arm64-$release}" "${@:2}"
}
