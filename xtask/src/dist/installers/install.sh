#!/bin/sh
# Installs tamis @VERSION@ for Linux and macOS. Variables:
#   TAMIS_ADDRESS  the folder of the release, on the web or as file://@ADDRESS_NOTE@
#   TAMIS_PREFIX   where it is installed; ~/.local if it is not set
# It writes below this folder alone: the program, its man page and its completions.
set -eu

version='@VERSION@'
address=${TAMIS_ADDRESS:-'@ADDRESS@'}
prefix=${TAMIS_PREFIX:-$HOME/.local}
# Target, SHA-256 of its archive, and the oldest glibc 2.x of its program, 0 if it needs none.
archives='
@ARCHIVES@
'

fail() {
    printf 'error: %s\n' "$1" >&2
    exit 1
}

# The names of targets that this machine can run, the best first.
targets() {
    machine=$(uname -m)
    [ "$machine" != arm64 ] || machine=aarch64
    case $(uname -s) in
    Linux) printf '%s\n' "$machine-unknown-linux-gnu" "$machine-unknown-linux-musl" ;;
    Darwin) printf '%s\n' "$machine-apple-darwin" ;;
    *) fail "there is no archive for $(uname -s)" ;;
    esac
}

# The minor version of glibc here; 0 without it.
glibc() {
    found=$(getconf GNU_LIBC_VERSION 2>/dev/null || true)
    case $found in
    'glibc 2.'*) printf '%s' "${found#glibc 2.}" ;;
    *) printf 0 ;;
    esac
}

# Prints target and hash of the best archive.
choose() {
    here=$(glibc)
    for target in $(targets); do
        line=$(printf '%s\n' "$archives" | grep "^$target " || true)
        [ -n "$line" ] || continue
        hash=${line#* }
        oldest=${hash#* }
        if [ "${oldest%% *}" -le "${here%%.*}" ]; then
            printf '%s %s' "$target" "${hash%% *}"
            return
        fi
    done
    fail "there is no archive for $(uname -sm)"
}

fetch() {
    if command -v curl >/dev/null; then
        curl --fail --silent --show-error --location --proto '=https,file,http' --output "$2" "$1"
    elif command -v wget >/dev/null; then
        wget --quiet --output-document "$2" "$1"
    else
        fail 'curl or wget is needed'
    fi
}

hash_of() {
    if command -v sha256sum >/dev/null; then
        sha256sum "$1" | cut -d ' ' -f 1
    else
        shasum -a 256 "$1" | cut -d ' ' -f 1
    fi
}

# put FILE PLACE MODE: puts a file in its place whole.
put() {
    mkdir -p "$(dirname "$2")"
    cp "$1" "$2.new"
    chmod "$3" "$2.new"
    mv "$2.new" "$2"
}

main() {
    [ -n "$address" ] || fail 'TAMIS_ADDRESS must name the folder of the release'
    chosen=$(choose)
    target=${chosen% *}
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' EXIT
    name=tamis-$version-$target
    fetch "$address/$name.tar.gz" "$folder/archive.tar.gz"
    [ "$(hash_of "$folder/archive.tar.gz")" = "${chosen#* }" ] || fail "$name.tar.gz has another hash"
    tar -xzf "$folder/archive.tar.gz" -C "$folder"
    put "$folder/$name/man/tamis.1" "$prefix/share/man/man1/tamis.1" 644
    completions=$folder/$name/completions
    put "$completions/tamis.bash" "$prefix/share/bash-completion/completions/tamis" 644
    put "$completions/tamis.fish" "$prefix/share/fish/vendor_completions.d/tamis.fish" 644
    put "$completions/_tamis" "$prefix/share/zsh/site-functions/_tamis" 644
    put "$folder/$name/tamis" "$prefix/bin/tamis" 755
    printf 'tamis %s (%s) is in %s\n' "$version" "$target" "$prefix/bin"
    case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) printf 'add it to your PATH: export PATH="%s:$PATH"\n' "$prefix/bin" ;;
    esac
}

# At the end, so that a script that was cut off does nothing.
main
