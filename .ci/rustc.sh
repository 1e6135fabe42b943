#!/usr/bin/env bash
# rustc.sh RUSTC ARGUMENT...: the compiler, for `RUSTC_WORKSPACE_WRAPPER`. The unit tests of a library
# are the whole library once more, and run for some seconds: to optimize them takes far longer.
# Not in `sh`: dash does not hand on variables such as `CARGO_BIN_EXE_tamis-bench`.
case " $* " in
*"src/lib.rs "*" --test "*) exec "$@" -C opt-level=0 ;;
esac
exec "$@"
