//! Identifiers that this store makes up itself, so that several servers can write into one database.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{canonical, time};

static NEXT: AtomicU64 = AtomicU64::new(0);

/// The numbers that this process gives out: the next one, and the first that is not its own.
static BLOCK: Mutex<(i64, i64)> = Mutex::new((0, 0));

/// How many bits of a number are counted, how many are random, and when its clock starts: 2020.
const COUNTED: u32 = 18;
const RANDOM: u32 = 14;
const START: i64 = 1_577_836_800;

/// A number for a new row. Processes draw blocks of numbers, which begin with the second and with random bits, so that rows
/// that are written together lie together.
pub fn number() -> i64 {
    let mut block = BLOCK.lock().unwrap_or_else(PoisonError::into_inner);
    if block.0 == block.1 {
        let seconds = (time::now() / 1000).saturating_sub(START).clamp(1, (1 << 31) - 1);
        let random = random() & ((1 << RANDOM) - 1);
        block.0 = (seconds << (COUNTED + RANDOM)) | (random << COUNTED);
        block.1 = block.0 + (1 << COUNTED);
    }
    let number = block.0;
    block.0 += 1;
    number
}

/// Has the next number come from a new block: somebody else has drawn the same one.
pub fn renew() {
    *BLOCK.lock().unwrap_or_else(PoisonError::into_inner) = (0, 0);
}

/// Random bits, which the standard library gets from the operating system for its hashes.
fn random() -> i64 {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u64(NEXT.fetch_add(1, Ordering::Relaxed));
    i64::from_le_bytes(hasher.finish().to_le_bytes())
}

/// A UUID for a command that was accepted. It only has to differ from others: nothing is protected by it.
pub fn uuid() -> String {
    let (count, now) = (NEXT.fetch_add(1, Ordering::Relaxed).to_string(), time::now().to_string());
    let process = std::process::id().to_string();
    let hash = canonical::hash([count.as_str(), &now, &process]);
    let part = |from: usize, to: usize| hash.get(from..to).unwrap_or("0");
    format!("{}-{}-4{}-8{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}
