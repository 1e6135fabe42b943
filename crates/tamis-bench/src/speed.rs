//! The speed and the memory of reading the pages on one thread, compared with other libraries on
//! the same pages.

use anyhow::Result;
use tamis::{Config, Extractor};

use crate::engine::{self, Strategy};

mod latency;
mod markdown;
mod memory;
mod page_files;
mod peers;
mod readability;
mod report;
mod stages;
mod whole;

use crate::cpu_clock::CpuClock;
pub use latency::Latencies;
pub use memory::Memory;
pub use page_files::PageFiles;
pub use peers::{Ours, PYTHON_VARIABLE, Peer, PeerLine, PeerResult};
pub use readability::{ReadabilityTimes, Slowest};
pub use report::{PeerSpeed, Ratios, ReadabilityRatios, SpeedReport, StageSpeed};
pub use stages::{Stage, StageTimes};

use markdown::MarkdownRun;
use readability::ReadabilityRun;
use stages::Stages;
use whole::Whole;

/// Extracts from the pages `passes` times, then runs every stage alone, and each of `peers` as
/// often.
///
/// The extraction comes first, so that the memory after its passes is its own.
///
/// # Errors
///
/// If a page cannot be read or a peer fails.
pub fn measure_speed(pages: &PageFiles, passes: usize, peers: &[Peer]) -> Result<SpeedReport> {
    let mut whole = Whole::new(extractor()?);
    let mut memory = Vec::new();
    for _ in 0..passes {
        whole.pass(pages)?;
        memory.extend(Memory::now());
    }
    let in_all = whole.into_times();
    let mut auto = Whole::new(Extractor::new(Config::default())?);
    for _ in 0..passes {
        auto.pass(pages)?;
    }
    let mut stages = Stages::new()?;
    for _ in 0..passes {
        stages.pass(pages)?;
    }
    let mut readability = ReadabilityRun::new()?;
    for _ in 0..passes {
        readability.pass(pages)?;
    }
    let mut markdown = MarkdownRun::new();
    for _ in 0..passes {
        markdown.pass(pages)?;
    }
    let peers = peers.iter().map(|peer| peer.run(pages, passes)).collect::<Result<Vec<_>>>()?;
    let times = Times {
        stages: stages.into_times(),
        in_all,
        auto: auto.into_times(),
        readability: readability.into_times(),
        markdown: markdown.into_times(),
    };
    Ok(SpeedReport::new(pages, &times, memory, peers))
}

/// All that was timed in this process.
pub(crate) struct Times {
    pub stages: StageTimes,
    pub in_all: Latencies,
    pub auto: Latencies,
    pub readability: ReadabilityTimes,
    pub markdown: Latencies,
}

/// An extractor as the peers are set: jusText with the English stoplist.
fn extractor() -> Result<Extractor> {
    engine::extractor(Strategy::Justext, "English")
}
