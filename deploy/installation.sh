#!/bin/bash
# installation.sh PACKAGE NEWER: run inside a clean Debian by deploy/test-lanes. Installs, upgrades, removes and purges, and looks at
# what is there after each. Ends with the package installed again.
set -euo pipefail

fail() { echo "after $step: $*"; exit 1; }
there() { local path; for path; do [ -e "$path" ] || fail "$path is missing"; done; }
gone() { local path; for path; do [ ! -e "$path" ] || fail "$path is still there"; done; }

apt-get update -qq
program=(/usr/bin/stepback /usr/share/stepback /usr/share/man/man1/stepback.1.gz /usr/lib/systemd/system/stepback.service
    /usr/lib/sysusers.d/stepback.conf /usr/lib/tmpfiles.d/stepback.conf /usr/lib/udev/rules.d/70-stepback.rules)
store=/var/lib/stepback/store

step="installation"
apt-get install -y -qq "$1"
there "${program[@]}" /etc/stepback/stepback.conf "$store" /usr/share/doc/stepback/copyright
# What a clean Debian's dpkg leaves out of documentation, when it does, is not asked for.
[ "$(stat -c %U:%G "$store")" = stepback:stepback ] || fail "the store belongs to $(stat -c %U:%G "$store")"
id stepback >/dev/null || fail "there is no user stepback"
getent group gpio >/dev/null || fail "there is no group gpio"
there /etc/systemd/system/multi-user.target.wants/stepback.service
stepback --version
data=/usr/share/stepback
stepback check "$data/routines/morning-core.routine"

step="a session in German"
stepback render "$data/routines/morning-core.routine" --locale de --no-frames --out /tmp/german
grep -q '"text" : "Beckenheben' /tmp/german/timeline.json || fail "its cues are not German"

# The first example of the skill, as it is installed, comes to what is written under it; as the player's user, in a store of his.
step="a command of the bridge"
there "$data/schemas/manifest.schema.json"
example() { sed -n "/^\`\`\`json $1\$/,/^\`\`\`\$/p" "$data/skills/stepback-authoring/SKILL.md" | sed '1d; /^```$/,$d'; }
example command >/tmp/command.json
example outcome >/tmp/expected.json
mkdir -p /tmp/store/routines
cp "$data"/routines/*.routine /tmp/store/routines/
chown -R stepback: /tmp/store
runuser -u stepback -- stepback bridge submit --store /tmp/store /tmp/command.json
cmp /tmp/expected.json /tmp/store/bridge/outcomes/*.json || fail "the outcome is another one"
there /tmp/store/routines/authored-*.json

step="upgrade"
mkdir -p "$store/routines"
echo 'Bridge 30s x3' >"$store/routines/mine.routine"
chown stepback: "$store/routines/mine.routine"
echo '{}' >/var/lib/stepback/settings.json
sed -i '1i# a line of mine' /etc/stepback/stepback.conf
# A service that its owner has disabled stays disabled.
systemctl disable -q stepback.service
apt-get install -y -qq "$2"
there "${program[@]}" "$store/routines/mine.routine" /var/lib/stepback/settings.json
grep -q 'a line of mine' /etc/stepback/stepback.conf || fail "the changed configuration was overwritten"
gone /etc/systemd/system/multi-user.target.wants/stepback.service
systemctl enable -q stepback.service

step="removal"
apt-get remove -y -qq stepback
gone "${program[@]}"
there /etc/stepback/stepback.conf "$store/routines/mine.routine" /var/lib/stepback/settings.json

# As the service starts it, here on a terminal since there is no screen: it makes all that it remembers of this machine.
step="a start of the player"
apt-get install -y -qq "$1"
state=/var/lib/stepback
start_player() {
    timeout 60 runuser -u stepback -- env STATE_DIRECTORY=$state script -qec "umask 007; exec stepback run --panel terminal --mute" /dev/null \
        </dev/null >/dev/null 2>&1 &
    local player=$! tries
    for ((tries = 0; tries < 50; tries++)); do
        [ ! -e "$1" ] || break
        sleep 1
    done
    kill $player 2>/dev/null || true
    wait $player || true
    there "$1" "$state/device" "$store/.stepback-store"
}
start_player "$state/store.json"

step="a command of root's in the player's store"
sed 's/"commandId": "[^"]*"/"commandId": "of-root"/' /tmp/command.json >/tmp/of-root.json
(umask 022; stepback bridge submit --store "$store" /tmp/of-root.json)
foreign=$(find "$store" ! -user stepback -o -type d ! -perm 2770)
[ -z "$foreign" ] || fail "the player is shut out of $foreign"

step="the doctor, asked by root"
mkdir $state/closed /home/store
doctor() { stepback doctor --store "$1" | grep -A1 ' Storage: ' || true; }
[[ $(doctor "$store") != *"only reads"* && $(doctor "$store") != *"may not write"* ]] || fail "the store is not in order: $(doctor "$store")"
[[ $(doctor /home/store) == *"only reads /home/store"* ]] || fail "a store in /home passes: $(doctor /home/store)"
[[ $(doctor $state/closed) == *"may not write to $state/closed"* ]] || fail "a store of root's passes: $(doctor $state/closed)"
rmdir $state/closed /home/store
chown 1234:1234 $state/device
[[ $(doctor "$store") == *"may not read or write $state/device"* ]] || fail "a file of another's passes: $(doctor "$store")"

# What the service manager looks at before it gives the player the folder with all that is in it.
step="a state folder that comes from another Pi"
chown -R 1234:1234 $state
systemd-tmpfiles --create stepback.conf || true
[ "$(stat -c %u:%g $state)" = 1234:1234 ] || fail "$state belongs to $(stat -c %U:%G $state), and only what is in it to another"
chown -R stepback: $state

step="purge"
apt-get purge -y -qq stepback
gone "${program[@]}" /etc/stepback /etc/systemd/system/multi-user.target.wants/stepback.service
there "$store/routines/mine.routine"
left=$(find $state -mindepth 1 -maxdepth 1 ! -name store)
[ -z "$left" ] || fail "of the player's own there is still $left"

# Who then takes the store away too begins anew, with the starters.
step="installation after a purge, without the store"
rm -r "$store"
apt-get install -y -qq "$1"
start_player "$store/routines/morning-core.routine"
apt-get purge -y -qq stepback
rm -r "$store"

step="installation after a purge"
apt-get install -y -qq "$1"
there "${program[@]}"
there /etc/systemd/system/multi-user.target.wants/stepback.service

# The recommended font, which a clean Debian here does not install by itself: emoji of a name are boxes without it, and nothing else
# looks different with it.
step="the font with emoji"
printf 'Legs\n\nSquats 30s x2\n' >/tmp/plain.routine
printf 'Legs\n\nDragon 🔥 30s x2\n' >/tmp/emoji.routine
pictures() {
    local name
    for name in plain emoji; do stepback render "/tmp/$name.routine" --at 2 --size 800x480 --out "/tmp/$1-$name"; done
}
pictures without
apt-get install -y -qq fonts-noto-color-emoji
pictures with
cmp /tmp/{without,with}-plain/frames/2000.png || fail "a picture without emoji changed"
! cmp -s /tmp/{without,with}-emoji/frames/2000.png || fail "an emoji is drawn as it was without the font"
