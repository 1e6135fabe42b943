//! The memory of the processes of a group, as Linux tells it.

use std::fs;

/// The bytes of a page of memory, as the kernel counts them for all common machines.
const PAGE_BYTES: u64 = 4096;

/// The memory of a process group.
pub(super) struct Group {
    /// The bytes of all processes that they share with no other.
    pub(super) bytes: u64,
    /// The process that draws pages and has the most memory.
    pub(super) largest_renderer: Option<u32>,
}

/// Returns the memory of a process group. `None` where there is no `/proc`.
pub(super) fn of_group(group: u32) -> Option<Group> {
    let mut sum = Group { bytes: 0, largest_renderer: None };
    let mut largest = 0;
    for entry in fs::read_dir("/proc").ok()?.flatten() {
        let number = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok());
        let Some(process) = number.filter(|&process| group_of(process) == Some(group)) else {
            continue;
        };
        let bytes = own_bytes(process).unwrap_or(0);
        sum.bytes += bytes;
        if bytes > largest && is_renderer(process) {
            largest = bytes;
            sum.largest_renderer = Some(process);
        }
    }
    Some(sum)
}

/// Returns the group of a process. The name before it can have spaces and brackets.
fn group_of(process: u32) -> Option<u32> {
    let text = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, after_name) = text.rsplit_once(')')?;
    after_name.split_ascii_whitespace().nth(2)?.parse().ok()
}

/// Returns the resident memory of a process without what it shares with others.
fn own_bytes(process: u32) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let mut pages = text.split_ascii_whitespace().skip(1).map_while(|field| field.parse().ok());
    let (resident, shared): (u64, u64) = (pages.next()?, pages.next()?);
    Some(resident.saturating_sub(shared) * PAGE_BYTES)
}

fn is_renderer(process: u32) -> bool {
    let arguments = fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    arguments
        .split(|&byte| byte == 0 || byte == b' ')
        .any(|argument| argument == b"--type=renderer")
}
