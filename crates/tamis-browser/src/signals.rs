//! What the system does with processes: it ends them, and says whose this one is.

#[cfg(unix)]
use rustix::process::{Pid, Signal, geteuid, kill_process, kill_process_group};

/// Ends a process.
#[cfg(unix)]
pub(crate) fn end(process: u32) {
    if let Some(pid) = i32::try_from(process).ok().and_then(Pid::from_raw) {
        // It may have ended already.
        let _ = kill_process(pid, Signal::KILL);
    }
}

/// Ends all processes of a group.
#[cfg(unix)]
pub(crate) fn end_group(group: u32) {
    if let Some(pid) = i32::try_from(group).ok().and_then(Pid::from_raw) {
        // All may have ended already.
        let _ = kill_process_group(pid, Signal::KILL);
    }
}

/// True if this program runs as the user root.
#[cfg(unix)]
pub(crate) fn is_root() -> bool {
    geteuid().is_root()
}

/// Ends nothing: no browser is started here.
#[cfg(not(unix))]
pub(crate) fn end(_: u32) {}

/// Ends nothing: no browser is started here.
#[cfg(not(unix))]
pub(crate) fn end_group(_: u32) {}

/// False: there is no such user.
#[cfg(not(unix))]
pub(crate) fn is_root() -> bool {
    false
}
