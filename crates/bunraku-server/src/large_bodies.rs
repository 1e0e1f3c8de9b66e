//! A limit on the total size of large bodies. Parsed, they take several times as much memory, and there may be one per
//! connection.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Sizes are counted in units of this many bytes.
const PIECE: usize = 1 << 10;

/// The memory for large bodies.
pub struct LargeBodies {
    pieces: Arc<Semaphore>,
    all: u32,
}

impl LargeBodies {
    /// Creates it with a total size in bytes.
    pub fn new(bytes: usize) -> LargeBodies {
        let all = u32::try_from(bytes.div_ceil(PIECE)).unwrap_or(u32::MAX).clamp(1, MOST);
        LargeBodies { pieces: Arc::new(Semaphore::new(all as usize)), all }
    }

    /// Waits until there is room for a body; dropping the result releases it.
    pub async fn share(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let pieces = u32::try_from(bytes.div_ceil(PIECE)).unwrap_or(u32::MAX).min(self.all);
        // The semaphore is never closed.
        Arc::clone(&self.pieces).acquire_many_owned(pieces).await.ok()
    }
}

/// More than any machine has, and less than the maximum of a semaphore.
const MOST: u32 = 1 << 28;

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn bodies_wait_for_each_other_and_never_for_more_than_there_is() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let bodies = LargeBodies::new(10 << 20);
            let first = bodies.share(6 << 20).await;
            let second = bodies.share(4 << 20).await;
            assert!(first.is_some() && second.is_some());
            let wait = Duration::from_millis(20);
            assert!(tokio::time::timeout(wait, bodies.share(1)).await.is_err(), "no room is left");
            drop((first, second));
            let all = tokio::time::timeout(wait, bodies.share(usize::MAX)).await;
            assert!(matches!(all, Ok(Some(_))), "one that is too large takes all that there is");
        });
    }
}
