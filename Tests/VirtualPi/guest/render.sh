#!/bin/bash
# render.sh FOLDER ARGUMENT...: `stepback render` as the guest's disk has it, run here: what the guest must show and play. What is
# beside FOLDER is in /mnt.
. "$(dirname "${BASH_SOURCE[0]}")/../../../deploy/steps.sh"

folder=$1
shift
mkdir -p "$(dirname "$folder")"
enter "$cache/guest-disk/tree" "$(dirname "$folder"):/mnt" -- stepback render "$@" --out "/mnt/$(basename "$folder")"
