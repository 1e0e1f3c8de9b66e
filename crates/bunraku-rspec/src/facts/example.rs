//! The facts of the node that an example is about, as rspec-puppet puts them together.

use bunraku::pcore::{Hash, Value};

use crate::questions::{Answer, string};

/// `facts(node, defaults, names, always, own, derived)`: the defaults, under the facts that the name of the node and the
/// framework give, under those of the example. Those of the name come last if they are `derived` from it.
pub(crate) fn of_example(args: &[Value]) -> Answer {
    let node = string(args, 0);
    let hash = |at: usize| match args.get(at) {
        Some(Value::Hash(hash)) => hash.clone(),
        _ => Hash::new(),
    };
    let (host, domain) = node.split_once('.').unwrap_or((&node, &node));
    let networking: Hash = [("hostname", host), ("fqdn", &node), ("domain", domain)]
        .map(|(name, value)| (Value::str(name), Value::str(value)))
        .into_iter()
        .collect();
    let mut names = networking.clone();
    add(&mut names, &hash(2), true);

    let mut facts = hash(1);
    add(&mut facts, &names, false);
    add_networking(&mut facts, &networking, false)?;
    add(&mut facts, &hash(3), true);
    add(&mut facts, &hash(4), true);
    if matches!(args.get(5), Some(Value::Bool(true))) {
        add(&mut facts, &names, true);
        add_networking(&mut facts, &networking, true)?;
    }
    let is_lower = |key: &Value| key.as_str().is_none_or(|key| !key.chars().any(char::is_uppercase));
    if facts.keys().all(is_lower) {
        return Ok(Value::Hash(facts));
    }
    let lower = |key: &Value| key.as_str().map_or_else(|| key.clone(), |key| Value::str(key.to_lowercase()));
    Ok(Value::hash(facts.iter().map(|(key, value)| (lower(key), value.clone())).collect::<Vec<_>>()))
}

/// Adds facts, in the place of others or only where there are none.
fn add(facts: &mut Hash, more: &Hash, replace: bool) {
    for (name, value) in more.iter() {
        if replace || facts.get(name).is_none_or(Value::is_undef) {
            facts.insert(name.clone(), value.clone());
        }
    }
}

fn add_networking(facts: &mut Hash, names: &Hash, replace: bool) -> Result<(), String> {
    let mut networking = match facts.get_str("networking") {
        Some(Value::Hash(known)) => known.clone(),
        None | Some(Value::Undef) => Hash::new(),
        Some(_) => return Err("the fact `networking` is not a hash".to_owned()),
    };
    add(&mut networking, names, replace);
    facts.insert(Value::str("networking"), Value::Hash(networking));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(own: &[(&str, Value)], derived: bool) -> Hash {
        let hash = |entries: &[(&str, Value)]| {
            Value::hash(
                entries.iter().map(|(name, value)| (Value::str(*name), value.clone())).collect::<Vec<_>>(),
            )
        };
        let defaults = hash(&[("kernel", Value::str("Linux")), ("hostname", Value::Undef)]);
        let args = [
            Value::str("web.example.com"),
            defaults,
            hash(&[("clientcert", Value::str("web.example.com"))]),
            hash(&[("environment", Value::str("rp_env"))]),
            hash(own),
            Value::Bool(derived),
        ];
        match of_example(&args) {
            Ok(Value::Hash(facts)) => facts,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_example_has_the_last_word_unless_names_are_derived() {
        let own = [("hostname", Value::str("own")), ("OSFamily", Value::str("Debian"))];
        let plain = facts(&own, false);
        assert_eq!(plain.get_str("hostname"), Some(&Value::str("own")));
        assert_eq!(plain.get_str("osfamily"), Some(&Value::str("Debian")));
        assert_eq!(plain.get_str("kernel"), Some(&Value::str("Linux")));
        assert_eq!(plain.get_str("environment"), Some(&Value::str("rp_env")));
        assert_eq!(facts(&own, true).get_str("hostname"), Some(&Value::str("web")));
        let networking = facts(&[], false).get_str("networking").cloned();
        assert!(
            matches!(networking, Some(Value::Hash(hash)) if hash.get_str("domain") == Some(&Value::str("example.com")))
        );
    }

    #[test]
    fn networking_must_be_a_hash() {
        let args = [Value::str("a"), Value::hash([(Value::str("networking"), Value::Int(1))])];
        assert!(of_example(&args).is_err());
    }
}
