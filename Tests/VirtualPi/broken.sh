#!/bin/bash
# broken.sh [NAME...]: shows that the scenarios notice. Each patch in broken/ breaks one thing of the product on purpose, in a copy of
# the last commit; its package is made and installed, and the scenario that the patch's first line names must fail. The last line
# says how many did. By hand, as root: some four minutes each.
. "$(dirname "${BASH_SOURCE[0]}")/../../deploy/steps.sh"
want_root
want_packages git

copy="$cache/broken"
rm -rf "$copy"
git clone -q --shared "$project" "$copy"
names=("$@")
[ ${#names[@]} -gt 0 ] || mapfile -t names < <(cd "$project/Tests/VirtualPi/broken" && ls ./*.patch | sed 's|^\./||; s|\.patch$||')
noticed=0 missed=0
for name in "${names[@]}"; do
    patch="$project/Tests/VirtualPi/broken/$name.patch"
    [ -e "$patch" ] || fail "There is no $patch."
    scenario=$(sed -n '1s/:.*//p' "$patch")
    git -C "$copy" checkout -q .
    git -C "$copy" apply "$patch" || fail "$name.patch no longer fits the sources: make it anew."
    log="$cache/logs/broken-$name.log"
    if "$copy/deploy/test-virtual-pi" "$scenario" >"$log" 2>&1; then
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
