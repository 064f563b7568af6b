# shellcheck shell=bash
# Sourced after deploy/steps.sh: the guest's kernel, its modules and its initial RAM disk, out of Debian 12's packages.
# Nothing is installed on this machine but the tools.
#
# Debian's kernels leave gpio-sim and vkms out; they are built from the kernel package's own source, out of tree. The kernel is
# unpacked from its compressed image, because QEMU's PVH entry then starts it in half the time.

guest_modules=(virtio_pci virtio_blk virtio_console ext4 crc32c_generic virtio-gpu bochs vkms gpio-sim snd-hda-codec-generic
    snd-hda-intel snd-aloop uinput evdev fuse autofs4 binfmt_misc configfs
    # A share that is mounted: cifs, and the ciphers that it asks the kernel for by name.
    cifs ecb cmac ccm gcm ctr ghash-generic sha512_generic)
# What the initial RAM disk needs to find the root; udev and modules-load.d do the rest.
boot_modules=(virtio_pci virtio_blk ext4 crc32c_generic)

kernel_release() { apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: linux-image-\(6\.1\.[^ ]*\)$/\1/p' | head -n 1; }
kernel_version() { apt-cache policy "linux-image-$1" | awk '/Candidate:/ { print $2 }'; }

make_kernel() {
    local release=$1 version=$2 folder="$cache/kernel" work="$cache/kernel.work" tree
    tree="$work/tree"
    rm -rf "$folder" "$work"
    mkdir -p "$folder" "$work"/{source,modules} "$cache/archives/kernel" "$tree"
    (cd "$cache/archives/kernel" && apt-get -q download "linux-image-$release=$version" "linux-headers-$release=$version" \
        "linux-headers-${release%-amd64}-common=$version" "linux-kbuild-6.1=$version" "linux-source-6.1=$version" busybox-static)
    local archive="$cache/archives/kernel" package
    for package in "linux-image-${release}_${version}_amd64" "linux-headers-${release}_${version}_amd64" \
        "linux-headers-${release%-amd64}-common_${version}_all" "linux-kbuild-6.1_${version}_amd64"; do
        dpkg -x "$archive/$package.deb" "$tree"
    done
    dpkg -x "$archive"/busybox-static_*.deb "$tree"
    build_modules "$release" "$version"
    (cd "$tree" && cp -a --parents "lib/modules/$release" "$folder")
    keep_modules "$folder" "$release"
    python3 "$project/Tests/VirtualPi/guest/vmlinux.py" "$tree/boot/vmlinuz-$release" "$folder/vmlinux"
    make_initrd "$folder" "$release" "$tree/bin/busybox"
    echo "$release" >"$folder/release"
    rm -rf "$work"
}

build_modules() {
    local release=$1 version=$2 work="$cache/kernel.work" headers
    dpkg-deb --fsys-tarfile "$cache/archives/kernel/linux-source-6.1_${version}_all.deb" | tar -xO ./usr/src/linux-source-6.1.tar.xz |
        tar -xJ -C "$work/source" --strip-components=1 linux-source-6.1/drivers/gpio linux-source-6.1/kernel/irq linux-source-6.1/drivers/gpu/drm/vkms
    cp "$work/source/drivers/gpio/gpio-sim.c" "$work/modules/gpio-sim-main.c"
    cp "$work/source/drivers/gpio/gpiolib.h" "$work/source/kernel/irq/irq_sim.c" "$work/modules/"
    cp -r "$work/source/drivers/gpu/drm/vkms" "$work/modules/vkms"
    # irq_to_desc() is not exported to modules, generic_handle_irq_safe() is and does the same here. The search for pending
    # lines starts at 0, so that a lower line which fired meanwhile is not left waiting.
    sed -i 's/handle_simple_irq(irq_to_desc(irqnum));/generic_handle_irq_safe(irqnum);/; s/work_ctx->irq_count, offset);/work_ctx->irq_count, 0);/' "$work/modules/irq_sim.c"
    grep -q generic_handle_irq_safe "$work/modules/irq_sim.c" || { echo "irq_sim.c of $version is not as expected."; return 1; }
    printf 'obj-m := gpio-sim.o vkms/\ngpio-sim-y := gpio-sim-main.o irq_sim.o\n' >"$work/modules/Kbuild"
    sed -i 's/\$(CONFIG_DRM_VKMS)/m/' "$work/modules/vkms/Makefile"
    headers="$work/tree/usr/src/linux-headers-$release"
    sed -i "s#/usr/src/#$work/tree/usr/src/#" "$headers/Makefile"
    make -s -C "$headers" M="$work/modules" modules
    mkdir -p "$work/tree/lib/modules/$release/updates"
    strip --strip-debug "$work/modules/gpio-sim.ko" "$work/modules/vkms/vkms.ko"
    cp "$work/modules/gpio-sim.ko" "$work/modules/vkms/vkms.ko" "$work/tree/lib/modules/$release/updates/"
    /sbin/depmod -b "$work/tree" "$release"
}

# keep_modules FOLDER RELEASE: drops what the guest never loads, so that its disk is small.
keep_modules() {
    local folder=$1 release=$2 wanted="$cache/kernel.work/wanted" module
    for module in "${guest_modules[@]}"; do
        /sbin/modprobe -d "$folder" -S "$release" --show-depends "$module"
    done | awk '$1 == "insmod" { print $2 }' | while read -r module; do realpath -s --relative-to="$folder" "$module"; done | sort -u >"$wanted"
    (cd "$folder" && find lib/modules -name '*.ko' | sort | comm -23 - "$wanted" | xargs rm -f)
    find "$folder/lib/modules" -type d -empty -delete
    rm -f "$folder/lib/modules/$release"/{build,source}
    /sbin/depmod -b "$folder" "$release"
}

make_initrd() {
    local folder=$1 release=$2 busybox=$3 root="$cache/kernel.work/initrd" module number=10
    mkdir -p "$root"/{bin,dev,proc,sys,root,modules}
    cp "$busybox" "$root/bin/busybox"
    install -m 755 "$project/Tests/VirtualPi/guest/init" "$root/init"
    for module in "${boot_modules[@]}"; do
        /sbin/modprobe -d "$folder" -S "$release" --show-depends "$module"
    done | awk '$1 == "insmod" && !seen[$2]++ { print $2 }' | while read -r module; do
        cp "$module" "$root/modules/$number-$(basename "$module")"
        number=$((number + 1))
    done
    (cd "$root" && find . | sort | cpio -o -H newc --quiet -R 0:0) >"$folder/initrd.cpio"
}

want_kernel() {
    local release version
    release=$(kernel_release)
    [ -n "$release" ] || fail "apt knows no linux-image-amd64 of Debian 12; the virtual Pi runs its 6.1 kernel."
    version=$(kernel_version "$release")
    want_packages gcc-12 make kmod cpio xz-utils python3 binutils
    stamped kernel "$version $(recipe make_kernel build_modules keep_modules make_initrd) ${guest_modules[*]} / ${boot_modules[*]} $(outputs_digest "$project/Tests/VirtualPi/guest/init" "$project/Tests/VirtualPi/guest/vmlinux.py" | tr '\n' ' ')" \
        "$cache/kernel" "$cache/kernel/vmlinux" "$cache/kernel/initrd.cpio" -- make_kernel "$release" "$version"
}
