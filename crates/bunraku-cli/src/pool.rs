//! Processes many items in parallel, with the results in the order of the items.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// The interval of `Event::Tick` while nothing else happens.
const TICK: Duration = Duration::from_millis(100);

/// How long a thread collects results before it passes them on. Switching to the other thread and back takes both what
/// the processor's caches hold.
const PATIENCE: Duration = Duration::from_millis(20);

/// An event of a parallel run.
pub enum Event<R> {
    /// The result of the next item, in order.
    Result(R),
    /// The number of items done so far, in any order.
    Tick(usize),
}

/// Calls `work` for each item, on all cores and with large stacks. `observe` receives the events on the calling thread.
pub fn map_in_order<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(usize, &T) -> R + Sync,
    observe: impl FnMut(Event<R>),
) {
    map_and_help(items, work, None, observe);
}

/// The same. A thread for which no items are left calls `help`, which may have a part in what others are doing.
pub fn map_and_help<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(usize, &T) -> R + Sync,
    help: Option<&(dyn Fn() + Sync)>,
    mut observe: impl FnMut(Event<R>),
) {
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = channel();
    thread::scope(|scope| {
        let worker = || {
            let (next, work, sender) = (&next, &work, sender.clone());
            let all = move || {
                let (mut done, mut sent) = (Vec::new(), Instant::now());
                while let Some((index, item)) = take(next, items) {
                    done.push((index, work(index, item)));
                    // Waking the other thread for each of thousands of small results takes longer than the work.
                    if sent.elapsed() >= PATIENCE {
                        if sender.send(std::mem::take(&mut done)).is_err() {
                            return;
                        }
                        sent = Instant::now();
                    }
                }
                // Nobody is left to care for an error.
                let _ = sender.send(done);
                if let Some(help) = help {
                    help();
                }
            };
            // One stack for all items: allocating one per item would take longer than checking a file.
            || bunraku::with_large_stack(all)
        };
        let start = |_| thread::Builder::new().spawn_scoped(scope, worker()).ok();
        let useful = if help.is_some() { cores } else { cores.min(items.len()) };
        if (0..useful).filter_map(start).count() == 0 {
            // If no thread can be started, the work is done here.
            worker()();
        }
        drop(sender);

        let mut waiting = BTreeMap::new();
        let (mut received, mut delivered) = (0, 0);
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(results) => {
                    received += results.len();
                    waiting.extend(results);
                    while let Some(result) = waiting.remove(&delivered) {
                        delivered += 1;
                        observe(Event::Result(result));
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            observe(Event::Tick(received));
        }
    });
}

fn take<'t, T>(next: &AtomicUsize, items: &'t [T]) -> Option<(usize, &'t T)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, items.get(index)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(items: &[u64]) -> Vec<u64> {
        let mut results = Vec::new();
        let work = |index: usize, item: &u64| {
            thread::sleep(Duration::from_micros(item * 37 % 101));
            index as u64 + item
        };
        map_in_order(items, work, |event| {
            if let Event::Result(result) = event {
                results.push(result);
            }
        });
        results
    }

    #[test]
    fn results_come_in_order() {
        let items: Vec<u64> = (0..500).collect();
        assert_eq!(results(&items), items.iter().map(|item| item * 2).collect::<Vec<_>>());
    }

    #[test]
    fn nothing_to_do() {
        assert!(results(&[]).is_empty());
    }
}
