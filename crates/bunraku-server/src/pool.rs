//! The compiler threads, with a bounded queue.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

type Job = Box<dyn FnOnce() + Send>;

/// A fixed number of threads that run one job after the other.
pub struct Pool {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
}

struct Shared {
    state: Mutex<State>,
    wake: Condvar,
}

#[derive(Default)]
struct State {
    queue: VecDeque<Job>,
    running: usize,
    ended: bool,
}

/// The queue is full, or the pool has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

impl Pool {
    /// Starts the threads.
    pub fn start(threads: usize) -> std::io::Result<Pool> {
        let shared = Arc::new(Shared { state: Mutex::default(), wake: Condvar::new() });
        let mut handles = Vec::new();
        for number in 1..=threads.max(1) {
            let shared = Arc::clone(&shared);
            let builder = thread::Builder::new().name(format!("compiler-{number}"));
            handles.push(builder.spawn(move || shared.work())?);
        }
        Ok(Pool { shared, threads: Mutex::new(handles) })
    }

    /// Adds a job to the queue, if fewer than `most` wait there.
    pub fn submit(&self, most: usize, job: impl FnOnce() + Send + 'static) -> Result<(), Full> {
        let mut state = self.shared.lock();
        if state.ended || state.queue.len() >= most {
            return Err(Full);
        }
        state.queue.push_back(Box::new(job));
        drop(state);
        self.shared.wake.notify_one();
        Ok(())
    }

    /// The numbers of waiting and running jobs.
    pub fn load(&self) -> (usize, usize) {
        let state = self.shared.lock();
        (state.queue.len(), state.running)
    }

    /// Rejects further jobs, finishes the existing ones, and ends the threads.
    pub fn end(&self) {
        self.shared.lock().ended = true;
        self.shared.wake.notify_all();
        let threads = std::mem::take(&mut *self.threads.lock().unwrap_or_else(PoisonError::into_inner));
        for thread in threads {
            // A thread catches the panics of its jobs, so this cannot fail.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn work(&self) {
        let mut state = self.lock();
        loop {
            if let Some(job) = state.queue.pop_front() {
                state.running += 1;
                drop(state);
                // After a panic, the waiting request fails because its channel is closed.
                let _ = catch_unwind(AssertUnwindSafe(job));
                state = self.lock();
                state.running -= 1;
            } else if state.ended {
                return;
            } else {
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    #[test]
    fn the_queue_has_an_end() {
        let pool = Pool::start(1).unwrap();
        let (release, held) = mpsc::channel::<()>();
        let (started, begun) = mpsc::channel();
        pool.submit(1, move || {
            started.send(()).unwrap();
            let _ = held.recv();
        })
        .unwrap();
        begun.recv().unwrap();
        assert_eq!(pool.submit(1, || {}), Ok(()));
        assert_eq!(pool.load(), (1, 1));
        assert_eq!(pool.submit(1, || {}), Err(Full));
        assert_eq!(pool.submit(2, || {}), Ok(()), "some are given more room than others");
        release.send(()).unwrap();
        pool.end();
        assert_eq!(pool.load(), (0, 0));
        assert_eq!(pool.submit(1, || {}), Err(Full));
    }

    #[test]
    fn a_panic_ends_a_job_and_not_the_thread() {
        let pool = Pool::start(1).unwrap();
        pool.submit(9, || panic!("a mistake of a test")).unwrap();
        let (send, receive) = mpsc::channel();
        pool.submit(9, move || send.send(7).unwrap()).unwrap();
        assert_eq!(receive.recv(), Ok(7));
        pool.end();
    }
}
