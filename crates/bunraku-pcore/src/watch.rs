//! Watches the work of a thread: code that reads a large file asks from time to time whether it may go on.
//!
//! Readers of data have no clocks or limits, and neither do most of their callers. Code that runs other people's
//! programs sets a [`Watch`] for the thread while they run.

use std::{cell::RefCell, rc::Rc};

/// Why reading should end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// There is no time left.
    Time,
    /// The result is no longer needed.
    Cancelled,
    /// There is not enough memory left.
    Memory,
}

/// Decides whether work that is about to allocate this many bytes should end.
type Ask = dyn Fn(u64) -> Option<Ended>;

thread_local! {
    static WATCH: RefCell<Option<Rc<Ask>>> = const { RefCell::new(None) };
}

/// A watch over the current thread, active until it is dropped. A later one replaces it.
pub struct Watch(Rc<Ask>);

impl Watch {
    /// Sets a watch for the current thread.
    pub fn new(ask: impl Fn(u64) -> Option<Ended> + 'static) -> Watch {
        let ask: Rc<Ask> = Rc::new(ask);
        WATCH.set(Some(Rc::clone(&ask)));
        Watch(ask)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        WATCH.with_borrow_mut(|watch| {
            if watch.as_ref().is_some_and(|watch| Rc::ptr_eq(watch, &self.0)) {
                *watch = None;
            }
        });
    }
}

/// Why work that is about to allocate this many bytes should end; `None` if it may go on, or if there is no watch.
pub fn ended(bytes: u64) -> Option<Ended> {
    WATCH.with_borrow(Option::clone).and_then(|ask| ask(bytes))
}

/// Counts the parts that a reader has created, so that it asks neither too often nor too late.
#[derive(Debug, Default)]
pub struct Parts {
    count: u64,
}

impl Parts {
    /// How many parts are read between two checks.
    const INTERVAL: u64 = 1 << 12;

    /// Counts another part of about this many bytes. Returns why reading should end, if so.
    ///
    /// Vectors double when they are full: at each power of two, the parts may be about to allocate that much again.
    #[inline]
    pub fn count(&mut self, bytes: u64) -> Option<Ended> {
        self.count += 1;
        if self.count.is_multiple_of(Parts::INTERVAL) { self.ask(bytes) } else { None }
    }

    #[cold]
    fn ask(&self, bytes: u64) -> Option<Ended> {
        let doubling = if self.count.is_power_of_two() { self.count.saturating_mul(2 * bytes) } else { 0 };
        ended(doubling)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_watch_answers_while_it_is_kept() {
        assert_eq!(ended(1), None);
        let outer = Watch::new(|bytes| (bytes > 10).then_some(Ended::Memory));
        assert_eq!((ended(10), ended(11)), (None, Some(Ended::Memory)));
        let inner = Watch::new(|_| Some(Ended::Time));
        drop(outer);
        assert_eq!(ended(1), Some(Ended::Time));
        drop(inner);
        assert_eq!(ended(1), None);
    }

    #[test]
    fn parts_are_asked_about_before_they_double() {
        let _watch = Watch::new(|bytes| (bytes >= 1 << 20).then_some(Ended::Memory));
        let mut parts = Parts::default();
        let read = (0..1 << 20).take_while(|_| parts.count(16).is_none()).count();
        assert_eq!(read + 1, (1 << 20) / 32);
    }
}
