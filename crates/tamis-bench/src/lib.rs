//! The measures of quality and speed, for the program `tamis-bench` and for the quality gate.

pub mod cpu_clock;
pub mod dataset;
pub mod engine;
pub mod fidelity;
pub mod growth;
pub mod hand_labels;
pub mod headings;
pub mod labels;
pub mod learn;
pub mod metadata;
pub mod naive;
pub mod outputs;
pub mod packed_labels;
pub mod predictions;
pub mod quality;
pub mod rules;
pub mod score;
pub mod sets;
pub mod speed;
pub mod structure;
pub mod threads;
