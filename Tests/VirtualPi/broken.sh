#!/bin/bash
# broken.sh [NAME...]: shows that the scenarios notice. Each patch in broken/ breaks one thing of the product on purpose, in a copy of
# the last commit; its package is made and installed, and the scenario that the patch's first line names must fail; “ready” is the Pi
# that every scenario begins with. The last line says how many did. By hand, as root: some four minutes each.
. "$(dirname "${BASH_SOURCE[0]}")/../../deploy/steps.sh"
want_root
want_packages git

# The copy is one for all; the guest's disk, which a broken product is put on for a while, is kept from other runs by test-virtual-pi.
exec 4>"$cache/locks/broken"
flock -n 4 || refuse "Another broken.sh is at work with $cache."
copy="$cache/broken"
rm -rf "$copy"
git clone -q --shared "$project" "$copy"
names=("$@")
[ ${#names[@]} -gt 0 ] || mapfile -t names < <(cd "$project/Tests/VirtualPi/broken" && ls ./*.patch | sed 's|^\./||; s|\.patch$||')
noticed=0 missed=0
for name in "${names[@]}"; do
    patch="$project/Tests/VirtualPi/broken/$name.patch"
    if [ ! -e "$patch" ]; then
        missed=$((missed + 1))
        echo "MISSED  $name: there is no $patch"
        continue
    fi
    scenario=$(sed -n '1s/:.*//p' "$patch")
    git -C "$copy" checkout -q .
    if ! git -C "$copy" apply "$patch"; then
        missed=$((missed + 1))
        echo "MISSED  $name: the patch no longer fits the sources, make it anew"
        continue
    fi
    log="$cache/logs/broken-$name.log"
    if "$copy/deploy/test-virtual-pi" "${scenario/#ready/power-on}" >"$log" 2>&1; then
        missed=$((missed + 1))
        echo "MISSED  $(head -n 1 "$patch") The scenario passes all the same."
    elif grep -q "^FAIL  ${scenario//-/_} " "$log"; then
        noticed=$((noticed + 1))
        echo "noticed  $(head -n 1 "$patch")"
        # The sentence; what else a failure leaves, like the player's log, is in the file.
        echo "         $(grep -m 1 "^FAIL  " "$log")"
    else
        missed=$((missed + 1))
        echo "MISSED  $name: something else went wrong, see $log"
    fi
done
rm -rf "$copy"
echo "$noticed noticed, $missed missed"
[ "$missed" = 0 ]
