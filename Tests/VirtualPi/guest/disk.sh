# shellcheck shell=bash
# Sourced after deploy/steps.sh, deploy/trees.sh and kernel.sh: the guest's disk. Debian 12 with systemd as a Pi has it, our own
# package installed by apt as a person would, the three buttons simulated, and the harness's agent.

guest_packages=(systemd systemd-sysv udev kmod python3-minimal python3 alsa-utils procps samba cifs-utils)

make_guest_base() {
    local tree="$cache/guest-base"
    cp -a "$cache/debian12" "$tree"
    install_in "$tree" bookworm "${guest_packages[@]}"
    # A scenario starts the file server when it wants it.
    enter "$tree" -- systemctl disable -q smbd nmbd samba-ad-dc
    # Nobody reads these in the guest, and the timers would wake it during a measurement.
    rm -rf "$tree"/usr/share/{doc,man,locale} "$tree"/etc/systemd/system/timers.target.wants/*
}
want_guest_base() {
    want_clean_tree 12
    stamped guest-base "$(recipe make_guest_base install_in) ${guest_packages[*]} $(cat "$cache/stamps/debian12")" "$cache/guest-base" -- make_guest_base
}

# make_guest_disk DEB: a copy of the base with the package, the kernel's modules and the harness's files, as an ext4 image.
make_guest_disk() {
    local deb=$1 tree="$cache/guest-disk/tree" files="$project/Tests/VirtualPi/guest" image="$cache/guest-disk/disk.img"
    rm -rf "$cache/guest-disk"
    mkdir -p "$cache/guest-disk"
    cp -a "$cache/guest-base" "$tree"
    alone_with_archives bookworm enter "$tree" "$cache/archives/bookworm:/var/cache/apt/archives" "$(dirname "$deb"):/mnt:ro" -- apt-get install -y "/mnt/$(basename "$deb")"
    cp -a "$cache/kernel/lib/modules" "$tree/usr/lib/"
    cp -a "$files/root/." "$tree/"
    install -m 755 -D "$files/agent.py" "$tree/usr/local/lib/virtual-pi/agent.py"
    enter "$tree" -- systemctl enable -q virtual-pi-agent.service virtual-pi-hardware.service
    echo virtual-pi >"$tree/etc/hostname"
    echo '/dev/vda / ext4 rw,noatime,errors=remount-ro 0 1' >"$tree/etc/fstab"
    : >"$tree/etc/machine-id"
    rm -rf "$tree"/var/lib/apt/lists/*
    truncate -s 1800M "$image"
    mkfs.ext4 -q -F -L root -E lazy_itable_init=1,nodiscard -d "$tree" "$image"
}

# want_guest_disk DEB
want_guest_disk() {
    want_packages qemu-system-x86 qemu-utils debootstrap e2fsprogs
    want_kernel
    want_guest_base
    stamped guest-disk "$(recipe make_guest_disk) $(outputs_digest "$1") $(tree_digest "$project/Tests/VirtualPi/guest") $(cat "$project"/Tests/VirtualPi/guest/agent.py "$project"/Tests/VirtualPi/guest/root/etc/*/*/* "$project"/Tests/VirtualPi/guest/root/usr/local/lib/virtual-pi/* 2>/dev/null | sha256sum | cut -c1-32) $(cat "$cache/stamps/kernel" "$cache/stamps/guest-base" | sha256sum | cut -c1-32)" \
        "$cache/guest-disk" "$cache/guest-disk/disk.img" -- make_guest_disk "$1"
}
