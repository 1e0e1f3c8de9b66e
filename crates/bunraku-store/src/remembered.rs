//! The catalogs that this process has handed to the database last: a server recognises one that has not changed before it
//! writes a document of it.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// So many nodes are remembered.
const MOST: usize = 200_000;

/// For each node a number for the content of its last catalog, and the hash of its document in the database.
///
/// Numbers are made with a key of this process and are nowhere else: catalogs have secrets in them.
#[derive(Default)]
pub struct Remembered {
    key: RandomState,
    nodes: Mutex<HashMap<String, (u64, String)>>,
}

impl Remembered {
    /// The number of a content.
    pub fn number(&self, content: &[&str]) -> u64 {
        self.key.hash_one(content)
    }

    /// The hash of the document that a node had with this content.
    pub fn document(&self, certname: &str, number: u64) -> Option<String> {
        self.lock().get(certname).filter(|known| known.0 == number).map(|known| known.1.clone())
    }

    /// Remembers what a node has now.
    pub fn note(&self, certname: &str, number: u64, document: String) {
        let mut nodes = self.lock();
        if nodes.len() >= MOST && !nodes.contains_key(certname) {
            nodes.clear();
        }
        nodes.insert(certname.to_owned(), (number, document));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (u64, String)>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
