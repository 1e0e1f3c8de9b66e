//! The outline of a catalog document: small parts are parsed, and large ones are only hashed. Most catalogs are sent
//! again with identical text.

use bunraku_formats::json::read_value;

use super::Catalog;
use crate::canonical;

/// The catalog of a document without its resources and edges, and with their hash; `None` if the document has an
/// unusual form and has to be parsed completely.
pub fn outline(document: &str, received: i64) -> Option<Catalog> {
    let (mut small, mut large) = (String::from("{"), Vec::new());
    for (name, value) in members(document)? {
        match name {
            "\"resources\"" | "\"edges\"" => large.extend([name, value]),
            _ => {
                if small.len() > 1 {
                    small.push(',');
                }
                small.push_str(name);
                small.push(':');
                small.push_str(value);
            }
        }
    }
    small.push('}');
    let small = read_value(&small).ok()?;
    let mut catalog = Catalog::read(&small, received).ok()?;
    catalog.document = Some(canonical::hash(large));
    Some(catalog)
}

/// The members of an object as text. Nothing is validated: on any doubt, the document is parsed completely.
fn members(document: &str) -> Option<Vec<(&str, &str)>> {
    let inner = document.trim().strip_prefix('{')?.strip_suffix('}')?;
    let bytes = inner.as_bytes();
    let (mut members, mut start, mut colon) = (Vec::new(), 0, None);
    let (mut depth, mut at) = (0usize, 0);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = end_of_string(bytes, at)?,
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth = depth.checked_sub(1)?,
            b':' if depth == 0 && colon.is_none() => colon = Some(at),
            b',' if depth == 0 => {
                members.push(member(inner, start, colon.take()?, at)?);
                start = at + 1;
            }
            _ => {}
        }
        at += 1;
    }
    members.push(member(inner, start, colon?, inner.len())?);
    (depth == 0).then_some(members)
}

fn member(text: &str, start: usize, colon: usize, end: usize) -> Option<(&str, &str)> {
    Some((text.get(start..colon)?.trim(), text.get(colon + 1..end)?.trim()))
}

/// The position of the quotation mark that ends a string.
fn end_of_string(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        match bytes.get(at)? {
            b'"' => return Some(at),
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_large_is_only_hashed() {
        let outline = |document: &str| outline(document, 5);
        let first = outline(r#"{"certname":"a\"b","resources":[{"x":"},{"}],"version":"1", "edges" : [ ] }"#)
            .unwrap();
        assert_eq!(first.certname, "a\"b");
        assert_eq!(first.version.as_deref(), Some("1"));
        let later =
            outline(r#"{"version":"2","certname":"c","resources":[{"x":"},{"}],"edges":[ ]}"#).unwrap();
        assert_eq!(first.document, later.document);
        let other =
            outline(r#"{"version":"2","certname":"c","resources":[{"x":"},["}],"edges":[ ]}"#).unwrap();
        assert_ne!(first.document, other.document);
        for odd in ["", "[]", "{", "{\"certname\"", "{\"a\":[}", "{\"a\":\"b}", "{]}"] {
            assert!(outline(odd).is_none(), "{odd}");
        }
    }
}
