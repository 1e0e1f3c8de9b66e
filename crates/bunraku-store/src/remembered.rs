//! The catalogs that this process has last passed to the database: a server recognizes an unchanged one before it
//! creates a document.

use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// How many nodes are remembered.
const MOST: usize = 200_000;

/// For each node, a hash of the content of its last catalog, and the mark of its document in the database.
///
/// The content hashes are keyed for this process and stored nowhere else, because catalogs contain secrets.
#[derive(Default)]
pub struct Remembered {
    key: RandomState,
    nodes: Mutex<HashMap<String, (u64, String)>>,
}

impl Remembered {
    /// The hash of a content.
    pub fn number(&self, content: &[&str]) -> u64 {
        self.key.hash_one(content)
    }

    /// The mark of a node's document with this content.
    pub fn mark(&self, certname: &str, number: u64) -> Option<String> {
        self.lock().get(certname).filter(|known| known.0 == number).map(|known| known.1.clone())
    }

    /// Remembers the current catalog of a node.
    pub fn note(&self, certname: &str, number: u64, mark: String) {
        let mut nodes = self.lock();
        if nodes.len() >= MOST && !nodes.contains_key(certname) {
            nodes.clear();
        }
        nodes.insert(certname.to_owned(), (number, mark));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (u64, String)>> {
        self.nodes.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
