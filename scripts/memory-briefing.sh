#!/bin/sh
# Write .genius/memory/BRIEFING.md of the project in the current folder again: `memory-core brief`, and nothing printed
# but what goes wrong.
#
#   bash scripts/memory-briefing.sh [--root DIR]
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
exec "$here/../bin/memory-core" brief "$@" >/dev/null
