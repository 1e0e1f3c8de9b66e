//! Who watches the work of a thread: what reads a large file asks now and then whether it may go on.
//!
//! Readers of data know neither clocks nor limits, and most of those who call them have none. Whoever runs code of others
//! puts a [`Watch`] over the thread for as long as that takes.

use std::{cell::RefCell, rc::Rc};

/// Why reading is to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ended {
    /// There is no time left.
    Time,
    /// Nobody wants the result any more.
    Cancelled,
    /// There is not enough memory left.
    Memory,
}

/// Answers whether work is to end that is about to take that many bytes.
type Ask = dyn Fn(u64) -> Option<Ended>;

thread_local! {
    static WATCH: RefCell<Option<Rc<Ask>>> = const { RefCell::new(None) };
}

/// A watch over the current thread, for as long as it is kept. A later one takes its place.
pub struct Watch(Rc<Ask>);

impl Watch {
    /// Puts a watch over the current thread.
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

/// Why work that is about to take that many bytes is to end; nothing if it may go on, or if nobody watches.
pub fn ended(bytes: u64) -> Option<Ended> {
    WATCH.with_borrow(Option::clone).and_then(|ask| ask(bytes))
}

/// Counts the parts that a reader has made, so that it asks neither too often nor too late.
#[derive(Debug, Default)]
pub struct Parts {
    count: u64,
}

impl Parts {
    /// How many parts are read between two questions.
    const INTERVAL: u64 = 1 << 12;

    /// Counts one more part of about that many bytes; tells why reading is to end.
    ///
    /// Vectors double when they are full: at each power of two the parts may be about to take that much again and more.
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
