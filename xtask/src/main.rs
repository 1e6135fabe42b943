//! Code generation, tidy checks and the long test runs.

fn main() {}
