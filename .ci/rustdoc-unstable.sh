#!/usr/bin/env bash
# rustdoc with its unstable options, on a stable compiler too. For the variable RUSTDOC of cargo: the
# compiler does not see RUSTC_BOOTSTRAP, which would build half of the dependencies again.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
