//! Identifiers that this store makes up itself.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::{canonical, time};

static NEXT: AtomicU64 = AtomicU64::new(0);

/// A UUID for a command that was accepted. It only has to differ from others: nothing is protected by it.
pub fn uuid() -> String {
    let (count, now) = (NEXT.fetch_add(1, Ordering::Relaxed).to_string(), time::now().to_string());
    let process = std::process::id().to_string();
    let hash = canonical::hash([count.as_str(), &now, &process]);
    let part = |from: usize, to: usize| hash.get(from..to).unwrap_or("0");
    format!("{}-{}-4{}-8{}-{}", part(0, 8), part(8, 12), part(13, 16), part(17, 20), part(20, 32))
}
