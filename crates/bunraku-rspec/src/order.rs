//! The random order of examples, as RSpec has it for the same seed.

use bunraku::pcore::Value;

/// `shuffled(ids)`: the positions of groups or examples, in the order that a seed gives them.
pub(crate) fn shuffled(seed: u32, args: &[Value]) -> Value {
    let ids: Vec<&str> = match args.first() {
        Some(Value::Array(ids)) => ids.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let mut positions: Vec<usize> = (0..ids.len()).collect();
    positions.sort_by_cached_key(|at| ids.get(*at).map(|id| digest(&format!("{seed}{id}"))));
    Value::array(positions.into_iter().map(|at| Value::Int(i64::try_from(at).unwrap_or_default())))
}

/// Jenkins's one-at-a-time hash.
fn digest(text: &str) -> u32 {
    let mut hash: u32 = 0;
    for byte in text.bytes() {
        hash = hash.wrapping_add(u32::from(byte));
        hash = hash.wrapping_add(hash << 10);
        hash ^= hash >> 6;
    }
    hash = hash.wrapping_add(hash << 3);
    hash ^= hash >> 11;
    hash.wrapping_add(hash << 15)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// RSpec 3.12 was asked with `--seed 4711`.
    #[test]
    fn the_order_is_that_of_rspec() {
        let ids = (1..=6).map(|at| Value::str(format!("./spec/a_spec.rb[1:{at}]")));
        let order = shuffled(4711, &[Value::array(ids.collect::<Vec<_>>())]);
        assert_eq!(order, Value::array([4, 3, 5, 0, 2, 1].map(Value::Int)));
    }
}
