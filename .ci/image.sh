#!/usr/bin/env bash
# Builds the last stage of `Dockerfile` around a program that was built before, because an image of
# a compiler cannot always be fetched. Needs root.
# image.sh PROGRAM FOLDER IMAGE [OPTION...]: a static program, a folder that is emptied, the name of
# the image, and further options of `buildah build`.
set -euo pipefail
cd "$(dirname "$0")/.."
program=$1 folder=$2 image=$3

rm -rf "$folder"
install -D "$program" "$folder/context/image/tamis"
install -d -o 65532 -g 65532 "$folder/context/image/cache"
sed -n '/^FROM scratch/,$p' Dockerfile | sed 's/--from=build //' >"$folder/Dockerfile"
# In the format of Docker, because that of OCI has no health checks.
.ci/buildah.sh build --quiet --format docker --tag "$image" --file "$folder/Dockerfile" "${@:4}" \
    "$folder/context"
