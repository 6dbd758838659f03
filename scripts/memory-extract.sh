#!/bin/sh
# Keep the decisions, errors and patterns of a text in the project of the current folder: `memory-core extract`. The
# text is standard input; where that is empty or a terminal, PROGRESS.md and plan.md of the project. What is new is
# printed, a JSON object a line, and stands in .genius/memory/*.json; a session log is saved, progress of more than seven
# days and session logs of more than thirty go, and BRIEFING.md is written again.
#
#   bash scripts/memory-extract.sh [--root DIR] [--dry-run] < notes.txt
set -eu
self=$0
while [ -L "$self" ]; do # called by a link
    target=$(readlink "$self")
    case $target in
        /*) self=$target ;;
        *) self=${self%"${self##*/}"}$target ;;
    esac
done
case $self in
    */*) here=${self%/*} ;;
    *) here=. ;;
esac
exec "$here/../bin/memory-core" extract "$@"
