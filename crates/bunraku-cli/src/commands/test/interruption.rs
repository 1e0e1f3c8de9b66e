//! Ends a run that is interrupted, so that what was done can be reported.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What ends the run.
static RUNNING: Mutex<Option<Arc<AtomicBool>>> = Mutex::new(None);

/// Whether the run was interrupted.
static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// While this exists, an interruption ends the run instead of the program.
pub struct Watch;

impl Watch {
    /// Starts a run; `stopper` ends it.
    pub fn begin(stopper: Arc<AtomicBool>) -> Watch {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = Some(stopper);
        #[cfg(unix)]
        unix::listen();
        Watch
    }

    /// Whether the run was interrupted.
    pub fn interrupted(&self) -> bool {
        INTERRUPTED.load(Ordering::Relaxed)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

#[cfg(unix)]
mod unix {
    use std::sync::atomic::Ordering;
    use std::sync::{Once, PoisonError};
    use std::thread;
    use std::time::Duration;

    /// The exit status of an interrupted program, as shells define it.
    const STATUS: i32 = 130;

    /// How long the report of an interrupted run may take to appear: examples that run end at their next step.
    const PATIENCE: Duration = Duration::from_secs(5);

    /// Starts the thread that waits for interruptions. Further calls do nothing.
    pub fn listen() {
        static STARTED: Once = Once::new();
        STARTED.call_once(|| drop(thread::spawn(wait)));
    }

    fn wait() {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        if runtime.block_on(tokio::signal::ctrl_c()).is_err() {
            return;
        }
        if let Some(stopper) = &*super::RUNNING.lock().unwrap_or_else(PoisonError::into_inner) {
            super::INTERRUPTED.store(true, Ordering::Relaxed);
            stopper.store(true, Ordering::Relaxed);
        } else {
            std::process::exit(STATUS);
        }
        // Whoever interrupts once more does not want to wait.
        let again = async { tokio::time::timeout(PATIENCE, tokio::signal::ctrl_c()).await };
        let _ = runtime.block_on(again);
        std::process::exit(STATUS);
    }
}
