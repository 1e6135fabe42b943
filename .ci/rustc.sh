#!/usr/bin/env bash
# rustc.sh RUSTC ARGUMENT...: the compiler, for `RUSTC_WORKSPACE_WRAPPER`. The unit tests of a library
# are the whole library once more, and run for some seconds: to optimize them takes far longer.
# Keeps each call for `lint.py` in the folder `LINT_CALLS`, if that is set.
# Not in `sh`: dash does not hand on variables such as `CARGO_BIN_EXE_tamis-bench`.
if [ -n "${LINT_CALLS:-}" ]; then
    # Cargo asks the compiler about itself before it builds, without a source.
    case " $* " in
    *".rs "*)
        call=$(mktemp "$LINT_CALLS/XXXXXXXX")
        { printf '%s\0' "$PWD" "$@" && printf '\0' && env -0; } >"$call"
        ;;
    esac
fi
case " $* " in
*"src/lib.rs "*" --test "*) exec "$@" -C opt-level=0 ;;
esac
exec "$@"
