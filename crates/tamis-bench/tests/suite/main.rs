//! The measures, and the gates that do not take a minute.

mod gate_command;
mod headings;
mod labels;
mod learn_gate;
mod measure;
mod metadata_gate;
mod page_signals;
mod speed;
mod structure_gate;
mod threads_gate;
