//! Work on several things at the same time.

use std::sync::{Mutex, mpsc};
use std::thread;

/// Does the work on all items, with one thread per worker. `each` gets the outcomes as they come,
/// with the numbers of their items.
pub fn work<I: Send, W: Send, O: Send>(
    items: Vec<I>,
    workers: Vec<W>,
    work: impl Fn(&mut W, I) -> O + Sync,
    mut each: impl FnMut(usize, O),
) {
    let items = Mutex::new(items.into_iter().enumerate());
    let (give, outcomes) = mpsc::channel();
    thread::scope(|scope| {
        for mut worker in workers {
            let (items, work, give) = (&items, &work, give.clone());
            scope.spawn(move || {
                // The lock is held only while an item is taken, where nothing can panic.
                let next = || items.lock().ok()?.next();
                while let Some((number, item)) = next() {
                    if give.send((number, work(&mut worker, item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(give);
        for (number, outcome) in outcomes {
            each(number, outcome);
        }
    });
}
