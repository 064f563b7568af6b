#!/bin/bash
# render.sh FOLDER ROUTINE OPTION...: `stepback render` as the guest's disk has it, run here: what the guest must show and play.
. "$(dirname "${BASH_SOURCE[0]}")/../../../deploy/steps.sh"

folder=$1 routine=$2
shift 2
mkdir -p "$(dirname "$folder")"
enter "$cache/guest-disk/tree" "$(dirname "$folder"):/mnt" -- stepback render "$routine" --out "/mnt/$(basename "$folder")" "$@"
