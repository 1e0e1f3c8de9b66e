//! A cache of file lists that are the same for all agents, as they are sent.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::body::compressed;
use crate::notices::TRUSTED_FOR;
use crate::reply::Content;

/// The lists of one generation of an environment, by request.
#[derive(Debug, Default)]
pub struct ListCache(Mutex<HashMap<String, CachedList>>);

#[derive(Debug, Clone)]
struct CachedList {
    /// A hash of the state of the files.
    state: u64,
    /// When the files were last examined.
    looked: Instant,
    plain: Bytes,
    gzip: Option<Bytes>,
}

/// How long a list is valid without examining the files: many agents send the same request at the same time.
const GOOD_FOR: Duration = Duration::from_secs(2);

/// How many lists are kept; agents request five or six.
const MOST: usize = 50;

impl ListCache {
    /// The answer to a request, if the files were examined recently, or are known to be unchanged since then.
    pub fn recent(&self, question: &str, quiet: impl FnOnce() -> Option<Instant>) -> Option<Content> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = known.get(question)?;
        let age = answer.looked.elapsed();
        let is_good =
            age < GOOD_FOR || age < TRUSTED_FOR && quiet().is_some_and(|quiet| quiet < answer.looked);
        is_good.then(|| answer.content())
    }

    /// The answer for a state of the files, created if the state is a different one.
    pub fn of<E>(
        &self,
        question: &str,
        (state, looked): (u64, Instant),
        make: impl FnOnce() -> Result<String, E>,
    ) -> Result<Content, E> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = known.get_mut(question).filter(|answer| answer.state == state) {
            answer.looked = looked;
            return Ok(answer.content());
        }
        // Concurrent requests for the same list wait here, so that the work is done once.
        let plain = Bytes::from(make()?);
        let answer = CachedList { state, looked, gzip: compressed(&plain), plain };
        let content = answer.content();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(question.to_owned(), answer);
        Ok(content)
    }
}

impl CachedList {
    fn content(&self) -> Content {
        match &self.gzip {
            Some(gzip) => Content::Prepared { plain: self.plain.clone(), gzip: gzip.clone() },
            None => Content::Bytes(self.plain.clone()),
        }
    }
}
