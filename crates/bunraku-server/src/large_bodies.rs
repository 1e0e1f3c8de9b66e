//! How much large bodies may take together. What they become takes several times as much memory, and there may be as many
//! of them as there are connections.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Bodies are counted in pieces of this size.
const PIECE: usize = 1 << 10;

/// The memory that large bodies share.
pub struct LargeBodies {
    pieces: Arc<Semaphore>,
    all: u32,
}

impl LargeBodies {
    /// So many bytes, at least one body of the largest size.
    pub fn new(bytes: usize) -> LargeBodies {
        let all = u32::try_from(bytes.div_ceil(PIECE)).unwrap_or(u32::MAX).clamp(1, MOST);
        LargeBodies { pieces: Arc::new(Semaphore::new(all as usize)), all }
    }

    /// Waits until there is room for a body. It is given back with the share.
    pub async fn share(&self, bytes: usize) -> Option<OwnedSemaphorePermit> {
        let pieces = u32::try_from(bytes.div_ceil(PIECE)).unwrap_or(u32::MAX).min(self.all);
        // Nobody closes it, so that there is always an answer.
        Arc::clone(&self.pieces).acquire_many_owned(pieces).await.ok()
    }
}

/// More than fits into any memory, and less than a semaphore can count.
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
            assert!(tokio::time::timeout(wait, bodies.share(1)).await.is_err(), "there is no room");
            drop((first, second));
            let all = tokio::time::timeout(wait, bodies.share(usize::MAX)).await;
            assert!(matches!(all, Ok(Some(_))), "one that is too large takes all that there is");
        });
    }
}
