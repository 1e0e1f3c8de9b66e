//! Completes the keys of nested hashes: `$facts['os']['`.

use std::collections::BTreeMap;

use bunraku::pcore::Value;

/// The start of the key before the cursor, and its completions including the closing quote and bracket.
pub fn candidates(before: &str, variables: &BTreeMap<String, Value>) -> Option<(usize, Vec<String>)> {
    // The access extends to the end of the input, so its variable is the last one.
    let dollar = before.rfind('$')?;
    let name_at = dollar + 1 + usize::from(before.get(dollar + 1..)?.starts_with('{'));
    let rest = before.get(name_at..)?;
    let length = rest.find('[')?;
    let mut value = variables.get(rest.get(..length)?.trim_start_matches("::"))?;
    let mut at = name_at + length;
    loop {
        let inside = before.get(at..)?.strip_prefix('[')?;
        let quote = inside.chars().next().filter(|char| matches!(char, '\'' | '"'));
        let start = at + 1 + quote.map_or(0, char::len_utf8);
        let key = before.get(start..)?;
        let Some(end) = quote.and_then(|quote| key.find(quote)) else {
            return Some((start, offered(value, key, quote)?));
        };
        let Value::Hash(entries) = value else { return None };
        value = entries.get_str(key.get(..end)?)?;
        at = start + end + 1;
        at += before.get(at..)?.strip_prefix(']').map(|_| 1)?;
    }
}

/// The keys of a hash that start with what has been typed.
fn offered(value: &Value, written: &str, quote: Option<char>) -> Option<Vec<String>> {
    let Value::Hash(entries) = value else { return None };
    let open = if quote.is_some() { "" } else { "'" };
    let close = quote.unwrap_or('\'');
    let keys = entries.keys().filter_map(Value::as_str).filter(|key| key.starts_with(written));
    Some(keys.map(|key| format!("{open}{key}{close}]")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(before: &str) -> Option<(usize, Vec<String>)> {
        let entry = |name: &str, value| (Value::str(name), value);
        let release = Value::hash([entry("full", Value::str("12.1")), entry("major", Value::str("12"))]);
        let os = Value::hash([entry("family", Value::str("Debian")), entry("release", release)]);
        let facts = Value::hash([entry("os", os.clone()), entry("kernel", Value::str("Linux"))]);
        let variables = [("facts".to_owned(), facts), ("os".to_owned(), os)].into();
        candidates(before, &variables)
    }

    #[test]
    fn each_step() {
        let found =
            |start: usize, keys: &[&str]| Some((start, keys.iter().map(|key| (*key).to_owned()).collect()));
        assert_eq!(complete("$facts['"), found(8, &["os']", "kernel']"]));
        assert_eq!(complete("$facts['o"), found(8, &["os']"]));
        assert_eq!(complete("$facts["), found(7, &["'os']", "'kernel']"]));
        assert_eq!(complete("$facts['os']['re"), found(14, &["release']"]));
        assert_eq!(complete("\"${facts[\"os\"][\"release\"][\"m"), found(27, &["major\"]"]));
        assert_eq!(complete("notice($::os['fam"), found(14, &["family']"]));
        assert_eq!(complete("é $os['"), found(8, &["family']", "release']"]));
        assert_eq!(complete("$facts['os']['nothing']['"), None);
        assert_eq!(complete("$facts['os']['family']['"), None);
        assert_eq!(complete("$facts['os'] + "), None);
        assert_eq!(complete("$nope['"), None);
        assert_eq!(complete("$"), None);
    }
}
