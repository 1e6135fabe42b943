#!/usr/bin/env bash
# Builds the crates with the oldest Rust that the workspace supports.
set -euo pipefail
cd "$(dirname "$0")/.."

oldest=$(sed -n 's/^rust-version = "\(.*\)"$/\1/p' Cargo.toml)
[ -n "$oldest" ]
case $(rustc --version) in
    "rustc $oldest."*)
        echo "all other steps use Rust $oldest"
        exit
        ;;
esac
toolchain=
if command -v rustup >/dev/null; then
    toolchain=$(rustup toolchain list | sed -n "/^$oldest[.-]/{s/ .*//p;q}")
fi
if [ -z "$toolchain" ]; then
    echo "skipped: Rust $oldest is not installed"
    exit
fi
cargo "+$toolchain" check --workspace --all-features --locked --target-dir target/oldest-rust
