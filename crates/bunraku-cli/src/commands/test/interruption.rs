//! Reports progress when a run is interrupted.

use std::sync::atomic::{AtomicUsize, Ordering};

static ALL: AtomicUsize = AtomicUsize::new(0);
static DONE: AtomicUsize = AtomicUsize::new(0);
static FAILED: AtomicUsize = AtomicUsize::new(0);

/// Records that `files` files have run so far, with `failures` failures.
pub fn done(files: usize, failures: usize) {
    DONE.store(files, Ordering::Relaxed);
    FAILED.store(failures, Ordering::Relaxed);
}

/// While this exists, an interruption reports how far the run got.
pub struct Watch;

impl Watch {
    /// Starts a run of `files` files.
    pub fn begin(files: usize) -> Watch {
        done(0, 0);
        ALL.store(files, Ordering::Relaxed);
        #[cfg(unix)]
        unix::listen();
        Watch
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        ALL.store(0, Ordering::Relaxed);
    }
}

#[cfg(unix)]
mod unix {
    use std::sync::Once;
    use std::sync::atomic::Ordering;
    use std::thread;

    /// The exit status of an interrupted program, as shells define it.
    const INTERRUPTED: i32 = 130;

    /// Waits for an interruption; `false` if the system cannot report one.
    fn interrupted() -> bool {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.is_ok_and(|runtime| runtime.block_on(tokio::signal::ctrl_c()).is_ok())
    }

    /// Starts the thread that waits for an interruption. Further calls do nothing.
    pub fn listen() {
        static STARTED: Once = Once::new();
        STARTED.call_once(|| {
            thread::spawn(|| {
                if interrupted() {
                    let all = super::ALL.load(Ordering::Relaxed);
                    if all > 0 {
                        let (done, failed) =
                            (super::DONE.load(Ordering::Relaxed), super::FAILED.load(Ordering::Relaxed));
                        eprintln!(
                            "\ninterrupted: {done} of {all} files were run, with {failed} failures; the others \
                             were not run"
                        );
                    }
                    std::process::exit(INTERRUPTED);
                }
            });
        });
    }
}
