//! Hashes that `Hash.new` makes from paths and values.

use bunraku_edition::TypeRules;
use bunraku_pcore::{Type, Value, new};

fn tree(levels: usize) -> Result<Value, String> {
    let path = Value::array(std::iter::repeat_n(Value::Int(0), levels));
    let entries = Value::array([Value::array([path, Value::Int(1)])]);
    let args = [entries, Value::str("hash_tree")];
    let ty = Type::hash(Type::Any, Type::Any, None);
    new::new(&TypeRules::PUPPET8, &ty, &args).map_err(|error| error.to_string())
}

#[test]
fn a_path_makes_as_many_levels_as_values_may_have() {
    assert!(tree(1_000).is_ok());
}

/// The thread would overflow its stack.
#[test]
fn a_path_that_is_too_long_is_refused() {
    let message = tree(3_000_000).err().unwrap_or_default();
    assert!(message.contains("a path in a tree is too long"), "{message}");
}
