//! The harness of quality and speed: the measures as a library, for the program `tamis-bench` and for the quality gate.

pub mod blend;
pub mod engine;
pub mod fidelity;
pub mod labels;
pub mod learn;
pub mod metadata;
pub mod naive;
pub mod predictions;
pub mod quality;
pub mod score;
pub mod speed;
