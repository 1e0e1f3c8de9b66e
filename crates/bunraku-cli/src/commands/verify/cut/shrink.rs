//! Delta debugging: removes everything that is not needed to reproduce a behaviour.

/// Returns a minimal list of items for which `happens` is still true. Large chunks are removed first, then smaller
/// ones.
pub fn shrink<T: Clone>(items: &[T], mut happens: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut kept = items.to_vec();
    let mut size = kept.len();
    while size > 0 {
        let mut at = 0;
        while at < kept.len() {
            let end = kept.len().min(at + size);
            let fewer: Vec<T> = kept.iter().take(at).chain(kept.iter().skip(end)).cloned().collect();
            if happens(&fewer) {
                kept = fewer;
            } else {
                at = end;
            }
        }
        size /= 2;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::shrink;

    #[test]
    fn what_is_needed_is_left() {
        let items: Vec<u32> = (0..100).collect();
        let needed = [3, 50, 51, 99];
        assert_eq!(shrink(&items, |kept| needed.iter().all(|item| kept.contains(item))), needed);
        assert_eq!(shrink(&items, |_| true), []);
        assert_eq!(shrink(&items, |_| false), items);
    }
}
