//! The patterns that a thread has compiled last: data, types and functions give the same few as strings again and again.

use crate::options::Options;
use crate::regexp::Regexp;
use std::cell::RefCell;
use std::collections::HashMap;

/// How many patterns a thread keeps at most, and how large they are together.
const MOST: (usize, usize) = (128, 1 << 13);
/// How large one of them is at most.
const LARGEST: usize = 512;

#[derive(Default)]
struct PatternCache {
    patterns: HashMap<Box<str>, Vec<Regexp>>,
    count: usize,
    size: usize,
}

thread_local! {
    static PATTERNS: RefCell<PatternCache> = RefCell::default();
}

/// A pattern that has been compiled before.
pub fn find(pattern: &str, options: Options) -> Option<Regexp> {
    PATTERNS.with_borrow(|cache| {
        let known = cache.patterns.get(pattern)?;
        known.iter().find(|regexp| regexp.options() == options).cloned()
    })
}

/// Keeps a pattern that [`find`] did not find. If there are too many, all others are dropped.
pub fn keep(regexp: &Regexp) {
    let Some(size) = regexp.small_size().filter(|size| *size <= LARGEST) else { return };
    PATTERNS.with_borrow_mut(|cache| {
        if cache.count >= MOST.0 || cache.size + size > MOST.1 {
            *cache = PatternCache::default();
        }
        cache.count += 1;
        cache.size += size;
        cache.patterns.entry(regexp.source().into()).or_default().push(regexp.clone());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_bounded() {
        for number in 0..3 * MOST.0 {
            keep(&Regexp::new(&format!("a{number}")).unwrap());
        }
        let (count, size) = PATTERNS.with_borrow(|cache| (cache.count, cache.size));
        assert!(count <= MOST.0 && size <= MOST.1, "{count} patterns of size {size}");
        for large in ["b".repeat(LARGEST), "(?:b{1,99}){1,99}".to_owned()] {
            keep(&Regexp::new(&large).unwrap());
            assert!(find(&large, Options::default()).is_none(), "{large}");
        }
    }

    #[test]
    fn options_tell_patterns_apart() {
        let ignoring = Options { ignore_case: true, ..Options::default() };
        assert!(Regexp::with_options("kept", ignoring).unwrap().is_match("KEPT").unwrap());
        assert!(!Regexp::new("kept").unwrap().is_match("KEPT").unwrap());
        assert!(find("kept", ignoring).is_some_and(|regexp| regexp.is_match("KEPT").unwrap()));
    }
}
