#!/usr/bin/env bash
# Installs what `cargo xtask dist` made into empty places, and uses it there.
# dist.sh [PART...]: only these, such as program and debian. All of them without a name.
set -euo pipefail
cd "$(dirname "$0")/.."
made=$PWD/target/artifacts
empty=$PWD/target/artifacts-installed
page=$PWD/testdata/pages/news-harbour/page.html
expected=$empty/expected.md
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -1)
machine=$(uname -m)

# place NAME: makes an empty folder, and prints it.
place() {
    rm -rf "${empty:?}/$1"
    mkdir -p "$empty/$1"
    printf '%s' "$empty/$1"
}

# uses COMMAND...: fails unless the command prints the page as Markdown.
uses() {
    "$@" --format markdown - <"$page" | cmp - "$expected"
}

# The archives: the program for this machine, and the static one in a folder with nothing else.
program() {
    local folder name
    folder=$(place program)
    for name in "$made/tamis-$version-$machine"-*-linux-*.tar.gz; do
        tar -xzf "$name" -C "$folder"
        name=$folder/$(basename "$name" .tar.gz)
        uses "$name/tamis"
        [ "$("$name/tamis" --version)" = "tamis $version" ]
        cmp "$name/LICENSE-MIT" LICENSE-MIT
        grep --quiet '^- encoding_rs ' "$name/THIRD-PARTY.md"
        bash -n "$name/completions/tamis.bash"
        grep --quiet '^\.TH tamis 1' "$name/man/tamis.1"
        if grep --quiet --text --fixed-strings -e "$PWD" -e "${CARGO_HOME:-$HOME/.cargo}" "$name/tamis"; then
            echo "$name/tamis has paths of this machine"
            return 1
        fi
    done
    name=$folder/tamis-$version-$machine-unknown-linux-musl
    if [ -d "$name" ]; then
        uses "${chroot[@]}" "$name" /tamis
    fi
}

# The Debian package, in a folder with the packages that it depends on and nothing else.
debian() {
    local folder packages depends file
    folder=$(place debian)
    packages=$(place debian-packages)
    file=$made/tamis_$version-1_$(dpkg --print-architecture).deb
    depends=$(dpkg-deb --field "$file" Depends | tr ',' '\n' | sed 's/ *(.*)//; s/^ *//')
    depends=$(apt-cache depends --recurse --no-recommends --no-suggests --no-conflicts --no-breaks \
        --no-replaces --no-enhances $depends | grep '^[a-z]')
    (cd "$packages" && apt-get download --quiet=2 $(printf '%s\n' $depends | grep -v '^debconf\|^cdebconf\|^perl'))
    for file in "$packages"/*.deb "$file"; do
        dpkg-deb --extract "$file" "$folder"
    done
    uses "${chroot[@]}" "$folder" /usr/bin/tamis
    gzip --test "$folder"/usr/share/man/man1/tamis.1.gz "$folder"/usr/share/doc/tamis/*.gz
    [ -s "$folder/usr/share/doc/tamis/copyright" ]
}

# python_works PYTHON: the package and its program, in an environment.
python_works() {
    (cd "$empty" && "$1" -c 'import sys, tamis
page = open(sys.argv[1], "rb").read()
assert tamis.extract(page).markdown() == open(sys.argv[2]).read(), "another text"' \
        "$page" "$expected")
    uses "$(dirname "$1")/tamis"
}

# The wheel, and the source package, which is built without optimizing because that takes minutes.
python() {
    local folder
    folder=$(place python)
    python3 -m venv "$folder/wheel"
    "$folder/wheel/bin/python" -m pip install --quiet --disable-pip-version-check \
        "$made/tamis-$version"-cp310-abi3-*linux*"$machine".whl
    python_works "$folder/wheel/bin/python"
    python3 -m venv "$folder/source"
    CARGO_TARGET_DIR=$PWD/target CARGO_PROFILE_DEV_DEBUG=false MATURIN_PEP517_ARGS='--profile dev' \
        "$folder/source/bin/python" -m pip install --quiet --disable-pip-version-check \
        "$made/tamis-$version.tar.gz"
    python_works "$folder/source/bin/python"
}

npm() {
    local folder
    folder=$(place npm)
    (
        cd "$folder"
        echo '{ "type": "module" }' >package.json
        command npm install --no-audit --no-fund --loglevel error "$made/tamis-$version.tgz"
        node --input-type module --eval '
            import { readFileSync } from "node:fs";
            import { extract } from "tamis";
            const [page, expected] = process.argv.slice(1).map((path) => readFileSync(path));
            if (extract(page).markdown() !== expected.toString()) throw new Error("another text");
        ' "$page" "$expected"
        [ -s node_modules/tamis/THIRD-PARTY.md ]
        uses node_modules/.bin/tamis
    )
}

# The image, run as its description says.
container() {
    local buildah=$PWD/.ci/buildah.sh folder container root
    if [ "$machine" != x86_64 ] || [ "$(id -u)" -ne 0 ]; then
        echo "skipped: the container, because it needs root on x86-64 Linux"
        return
    fi
    .ci/install-package.sh runc
    folder=$(place container)
    gzip --decompress --stdout "$made/tamis-$version-image-amd64.tar.gz" >"$folder/image.tar"
    container=$("$buildah" from "docker-archive:$folder/image.tar")
    trap '"$buildah" rm "$container" >/dev/null; "$buildah" rmi "tamis:$version" >/dev/null' RETURN
    "$buildah" inspect --type image "tamis:$version" >"$folder/image.json"
    root=$("$buildah" mount "$container")
    python3 crates/tamis-server/tests/container/run.py "$folder/bundles" "$root" "$folder/image.json"
}

# The library from the packages of the crate registry, each in place of the registry's.
crates() {
    local folder package name
    folder=$(place crates)
    mkdir "$folder/src"
    cat >"$folder/src/main.rs" <<'RUST'
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let page = std::io::read_to_string(std::io::stdin())?;
    print!("{}", tamis::extract(page.as_str(), &tamis::Config::default())?.markdown());
    Ok(())
}
RUST
    printf '[package]\nname = "user"\nedition = "2024"\n[workspace]\n[dependencies]\ntamis = "%s"\n' \
        "$version" >"$folder/Cargo.toml"
    printf '[patch.crates-io]\n' >>"$folder/Cargo.toml"
    while read -r name; do
        package=$name-$version
        tar -xzf "$made/crates/$package.crate" -C "$folder"
        printf '%s = { path = "%s" }\n' "$name" "$package" >>"$folder/Cargo.toml"
    done <"$made/crates/ORDER"
    # The versions that were tested.
    cp Cargo.lock "$folder/Cargo.lock"
    (cd "$folder" && CARGO_PROFILE_DEV_DEBUG=false cargo run --quiet --target-dir ../../user-build <"$page") |
        cmp - "$expected"
}

book() {
    local folder
    folder=$(place book)
    tar -xzf "$made/tamis-$version-book.tar.gz" -C "$folder"
    [ -s "$folder/tamis-$version-book/index.html" ]
}

# The script for the shell, from a server and from a folder, and with an archive that was changed.
installers() {
    local folder port server status=0
    folder=$(place installers)
    python3 -u -m http.server --bind 127.0.0.1 --directory "$made" 0 >"$folder/log" 2>&1 &
    server=$!
    trap 'kill "$server"' RETURN
    until port=$(sed -n 's/.* port \([0-9]*\) .*/\1/p' "$folder/log") && [ -n "$port" ]; do
        sleep 0.1
    done
    TAMIS_ADDRESS=http://127.0.0.1:$port TAMIS_PREFIX=$folder/web sh "$made/install.sh"
    uses "$folder/web/bin/tamis"
    [ -s "$folder/web/share/man/man1/tamis.1" ]
    mkdir "$folder/bad"
    cp "$made/tamis-$version-$machine"-*.tar.gz "$folder/bad"
    TAMIS_ADDRESS=file://$folder/bad TAMIS_PREFIX=$folder/file sh "$made/install.sh"
    uses "$folder/file/bin/tamis"
    for name in "$folder/bad"/*; do
        printf x >>"$name"
    done
    TAMIS_ADDRESS=file://$folder/bad TAMIS_PREFIX=$folder/none sh "$made/install.sh" || status=$?
    [ "$status" -eq 1 ]
    [ ! -e "$folder/none" ]
    if command -v ruby >/dev/null && [ -e "$made/tamis.rb" ]; then
        ruby -c "$made/tamis.rb"
    fi
}

sums() {
    (cd "$made" && sha256sum --check --quiet SHA256SUMS)
}

chroot=(chroot)
[ "$(id -u)" -eq 0 ] || chroot=(sudo chroot)
mkdir -p "$empty"
# Without the front matter, which is between two lines of its own. The page is read without its
# address here, so that links are resolved by the address that it states.
awk 'begun > 1 && (NF || text) { text = 1; print } /^---$/ { begun++ }' \
    testdata/pages/news-harbour/expected.md |
    sed 's#https://example.org/#https://courier.example/#' >"$expected"
[ $# -gt 0 ] || set -- sums program debian python npm container crates book installers
for part in "$@"; do
    begin=$SECONDS
    "$part"
    printf '%s: works, in %d s\n' "$part" $((SECONDS - begin))
done
