//! How much a search may do before it has to answer with what it has.

use bunraku_pcore::watch::{Ended, Parts};

/// What is left of the work of a search.
#[derive(Debug)]
pub(super) struct Work {
    left: u64,
    parts: Parts,
    ended: Option<Ended>,
}

/// The work is done up: nothing more is found out.
#[derive(Debug)]
pub(super) struct Spent;

impl Work {
    /// So many edges may be looked at.
    pub(super) fn new(left: u64) -> Work {
        Work { left, parts: Parts::default(), ended: None }
    }

    /// Looks at one more edge.
    #[inline]
    pub(super) fn spend(&mut self) -> Result<(), Spent> {
        self.spend_all(1)
    }

    /// Does as much as looking at so many edges is.
    #[inline]
    pub(super) fn spend_all(&mut self, edges: u64) -> Result<(), Spent> {
        if self.ended.is_some() {
            return Err(Spent);
        }
        self.left = self.left.checked_sub(edges).ok_or(Spent)?;
        self.ended = self.parts.count(0);
        Ok(())
    }
}
