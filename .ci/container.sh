#!/usr/bin/env bash
# Builds the last stage of `Dockerfile` around a program that is built here (`image.sh`), and runs
# the image. Needs root, as `buildah` and `runc` do.
# container.sh [PROGRAM]: another program than the one that it builds. It has to be static.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=$PWD/target/image
target=x86_64-unknown-linux-musl

if [ "$(uname -sm)" != "Linux x86_64" ] || [ "$(id -u)" -ne 0 ]; then
    echo "skipped: the container, because it needs root on x86-64 Linux"
    exit
fi
.ci/install-package.sh runc
if [ $# -gt 0 ]; then
    program=$1
else
    .ci/install-package.sh musl-gcc musl-tools
    rustup target add "$target"
    # The command of the first stage, for this target.
    build=$(sed -n 's/^RUN \(cargo build .*\) \\$/\1/p' Dockerfile)
    CARGO_PROFILE_DIST_STRIP=symbols $build --target "$target"
    program=target/$target/dist/tamis
fi
.ci/image.sh "$program" "$folder" tamis-check
buildah=$PWD/.ci/buildah.sh
"$buildah" inspect --type image tamis-check >"$folder/image.json"
container=$("$buildah" from tamis-check)
trap '"$buildah" rm "$container" >/dev/null; "$buildah" rmi tamis-check >/dev/null' EXIT
root=$("$buildah" mount "$container")
echo "the image has $(du -sb "$root" | cut -f1) bytes"
python3 crates/tamis-server/tests/container/run.py "$folder/bundles" "$root" "$folder/image.json"
