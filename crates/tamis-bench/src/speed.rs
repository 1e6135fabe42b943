//! How fast the pages are read and what memory that takes, on one thread, beside other libraries on the same pages.

use anyhow::Result;

mod clock;
mod latency;
mod memory;
mod page_files;
mod peers;
mod report;
mod stages;

pub use clock::CpuClock;
pub use latency::Latencies;
pub use memory::Memory;
pub use page_files::PageFiles;
pub use peers::{PYTHON_VARIABLE, Peer, PeerLine, PeerResult};
pub use report::{PeerSpeed, SpeedReport, StageSpeed};
pub use stages::{Stage, StageTimes};

/// Runs every stage over the pages `passes` times, then each of `peers` once.
///
/// # Errors
///
/// When a page cannot be read or a peer fails.
pub fn measure_speed(pages: &PageFiles, passes: usize, peers: &[Peer]) -> Result<SpeedReport> {
    let mut stages = stages::Stages::new();
    let mut times = StageTimes::default();
    let mut memory = Vec::new();
    for _ in 0..passes {
        stages.pass(pages, &mut times)?;
        memory.extend(Memory::now());
    }
    let peers = peers.iter().map(|peer| peer.run(pages)).collect::<Result<Vec<_>>>()?;
    Ok(SpeedReport::new(pages, passes, &times, memory, peers))
}
