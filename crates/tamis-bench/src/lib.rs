//! Speed and quality harness
