//! How fast the pages are read and what memory that takes, on one thread, beside other libraries on the same pages.

use anyhow::Result;
use tamis::Extractor;

use crate::engine::EngineName;

mod clock;
mod latency;
mod memory;
mod page_files;
mod peers;
mod report;
mod stages;
mod whole;

pub use clock::CpuClock;
pub use latency::Latencies;
pub use memory::Memory;
pub use page_files::PageFiles;
pub use peers::{PYTHON_VARIABLE, Peer, PeerLine, PeerResult};
pub use report::{PeerSpeed, Ratios, SpeedReport, StageSpeed};
pub use stages::{Stage, StageTimes};

use stages::Stages;
use whole::Whole;

/// Extracts from the pages `passes` times, then runs every stage by itself and each of `peers` as often.
///
/// The extraction comes first, so that the memory after its passes is its own.
///
/// # Errors
///
/// When a page cannot be read or a peer fails.
pub fn measure_speed(pages: &PageFiles, passes: usize, peers: &[Peer]) -> Result<SpeedReport> {
    let mut whole = Whole::new()?;
    let mut memory = Vec::new();
    for _ in 0..passes {
        whole.pass(pages)?;
        memory.extend(Memory::now());
    }
    let in_all = whole.into_times();
    let mut stages = Stages::new()?;
    for _ in 0..passes {
        stages.pass(pages)?;
    }
    let peers = peers.iter().map(|peer| peer.run(pages, passes)).collect::<Result<Vec<_>>>()?;
    Ok(SpeedReport::new(pages, &stages.into_times(), &in_all, memory, peers))
}

/// An extractor as the peers are set: jusText with the English stoplist.
fn extractor() -> Result<Extractor> {
    EngineName::Justext.extractor("English")
}
