//! The outline of a catalog document: small parts are parsed, and large ones only compared by their mark. Most catalogs
//! are sent again with identical text.
//!
//! The large part is the text of `resources` and `edges`. A mark is its length and a hash. It is stored after the whole
//! document has been parsed, so that a document with the same text in the same place needs no parsing.

use bunraku_formats::json::Tree;
use memchr::memchr2;
use twox_hash::XxHash3_128;

use super::Catalog;

/// The members that are large.
const LARGE: [&str; 2] = ["\"resources\"", "\"edges\""];

/// The catalog of a document whose large part has a mark, without its resources and edges; `None` if it has another
/// mark or an unusual form.
pub fn outline(document: &str, mark: &str, received: i64) -> Option<Catalog> {
    let length = usize::from_str_radix(mark.split_once('-')?.0, 16).ok()?;
    let mut members = Members::of(document)?;
    let start = loop {
        let (start, name) = members.name()?;
        if LARGE.contains(&name) {
            break start;
        }
        members.value()?;
        if members.is_last()? {
            return None;
        }
    };
    let end = start.checked_add(length)?;
    if mark_of(document.get(start..end)?) != mark {
        return None;
    }
    let (before, after) = (document.get(..start)?.trim_end(), document.get(end..)?.trim_start());
    let before = before.strip_suffix(',').unwrap_or(before);
    let small = match after.strip_prefix(',') {
        Some(rest) if before.ends_with('{') => format!("{before}{rest}"),
        None if !after.starts_with('}') => return None,
        _ => format!("{before}{after}"),
    };
    let small = Tree::read(&small).ok()?;
    // Of members with the same name, the last one would count.
    if small.get("resources").is_some() || small.get("edges").is_some() {
        return None;
    }
    let mut catalog = Catalog::read(&small, received).ok()?;
    catalog.document = Some(mark.to_owned());
    Some(catalog)
}

/// The mark of a document, which must be valid JSON; `None` if its large members are not next to each other, or if it has
/// comments.
pub fn mark(document: &str) -> Option<String> {
    let mut members = Members::of(document)?;
    let mut large: Option<(usize, usize)> = None;
    let mut is_over = false;
    loop {
        let (start, name) = members.name()?;
        let end = members.value()?;
        match large {
            _ if !LARGE.contains(&name) => is_over = large.is_some(),
            Some(_) if is_over => return None,
            Some((first, _)) => large = Some((first, end)),
            None => large = Some((start, end)),
        }
        if members.is_last()? {
            break;
        }
    }
    let (start, end) = large?;
    Some(mark_of(document.get(start..end)?))
}

fn mark_of(large: &str) -> String {
    format!("{:x}-{:032x}", large.len(), XxHash3_128::oneshot(large.as_bytes()))
}

/// Reads the members of an object without looking into them.
struct Members<'d> {
    document: &'d str,
    at: usize,
}

impl<'d> Members<'d> {
    fn of(document: &'d str) -> Option<Members<'d>> {
        let at = document.len() - document.trim_start().len();
        let mut members = Members { document, at };
        (members.next()? == b'{').then_some(members)
    }

    /// Where the next name starts, and the name with its quotation marks.
    fn name(&mut self) -> Option<(usize, &'d str)> {
        self.blank();
        let start = self.at;
        if self.next()? != b'"' {
            return None;
        }
        self.string()?;
        let name = self.document.get(start..self.at)?;
        self.blank();
        (self.next()? == b':').then_some((start, name))
    }

    /// Skips a value up to the comma or bracket after it. Returns where it ends.
    fn value(&mut self) -> Option<usize> {
        let (mut depth, mut end) = (0usize, self.at);
        loop {
            match self.document.as_bytes().get(self.at)? {
                b',' | b'}' if depth == 0 => return Some(end),
                b'"' => {
                    self.at += 1;
                    self.string()?;
                    end = self.at;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.checked_sub(1)?,
                b' ' | b'\t' | b'\r' | b'\n' => {
                    self.at += 1;
                    continue;
                }
                // A comment.
                b'/' => return None,
                _ => {}
            }
            self.at += 1;
            end = self.at;
        }
    }

    /// Whether the object ends here, instead of going on with a comma.
    fn is_last(&mut self) -> Option<bool> {
        Some(self.next()? == b'}')
    }

    /// Skips the rest of a string.
    fn string(&mut self) -> Option<()> {
        loop {
            let rest = self.document.as_bytes().get(self.at..)?;
            self.at += memchr2(b'"', b'\\', rest)?;
            if self.next()? == b'"' {
                return Some(());
            }
            self.at += 1;
        }
    }

    fn blank(&mut self) {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.document.as_bytes().get(self.at) {
            self.at += 1;
        }
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.document.as_bytes().get(self.at).copied();
        self.at += 1;
        byte
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: &str =
        r#" {"certname":"a\"b", "resources":[{"x":"},{"}, "é\\"], "edges" : [ ],"version":"1"}"#;

    #[test]
    fn a_document_with_the_same_large_part_is_recognized() {
        let mark = mark(FIRST).unwrap();
        for same in [
            FIRST,
            r#"{"certname":"a\"b","version":"1","resources":[{"x":"},{"}, "é\\"], "edges" : [ ]}"#,
            r#"{"resources":[{"x":"},{"}, "é\\"], "edges" : [ ] , "certname":"a\"b","version":"1"} "#,
        ] {
            let catalog = outline(same, &mark, 5).unwrap();
            assert_eq!((&*catalog.certname, catalog.version.as_deref()), ("a\"b", Some("1")));
            assert_eq!(super::mark(same), Some(mark.clone()));
        }
    }

    #[test]
    fn another_large_part_is_not() {
        let mark = mark(FIRST).unwrap();
        for other in [
            // Another character, and another length.
            r#"{"certname":"a","resources":[{"x":"},["}, "é\\"], "edges" : [ ],"version":"1"}"#,
            r#"{"certname":"a","resources":[{"x":"},{"}, "é\\"], "edges" : [],"version":"1"}"#,
            // The last member of a name counts.
            r#"{"certname":"a","resources":[{"x":"},{"}, "é\\"], "edges" : [ ],"resources":[]}"#,
            r#"{"certname":"a","resources":[{"x":"},{"}, "é\\"], "edges" : [ ],"edg\u0065s":[]}"#,
            // Not JSON after it.
            r#"{"certname":"a","resources":[{"x":"},{"}, "é\\"], "edges" : [ ]1}"#,
            r#"{"certname":"a","resources":[{"x":"},{"}, "é\\"], "edges" : [ ]"#,
            r#"{"certname":"a","resources":[{"x":"},{"}, "é\\"], "edges" : [ ],}"#,
            // Within a string, and within a comment.
            r#"{"certname":"a","x":"\"resources":[{"x":"},{"}, "é\\"], "edges" : [ ]}"#,
            r#"{"certname":"a","x":/*,"resources":[{"x":"},{"}, "é\\"], "edges" : [ ]*/1}"#,
        ] {
            assert!(outline(other, &mark, 5).is_none(), "{other}");
        }
        for wrong in ["", "-", "5", "ffffffffffffffff-", "3-é", "99999-0"] {
            assert!(outline(FIRST, wrong, 5).is_none(), "{wrong}");
        }
    }

    #[test]
    fn odd_documents_have_no_mark() {
        for odd in [
            "",
            "[]",
            "{",
            "{}",
            "{\"certname\"",
            "{\"a\":[}",
            "{\"a\":\"b}",
            "{]}",
            r#"{"resources":[],"certname":"a","edges":[]}"#,
            r#"{"resources":[],/**/"edges":[]}"#,
            r#"{"resources":[/*"*/],"edges":[]}"#,
        ] {
            assert_eq!(mark(odd), None, "{odd}");
        }
    }
}
