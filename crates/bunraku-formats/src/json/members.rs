//! Finds members of an object without reading the rest of it.

/// The source of the values that the outermost object has for some keys. The first of duplicate keys counts, and what
/// follows the last member that is wanted is not looked at.
pub fn members<'t, const N: usize>(json: &'t str, keys: [&str; N]) -> [Option<&'t str>; N] {
    let mut found = [None; N];
    let mut missing = N;
    let mut depth = 0_usize;
    // The key whose value is being passed, and where that begins.
    let mut passing: Option<(usize, usize)> = None;
    let bytes = json.as_bytes();
    let mut at = 0;
    while let Some((next, byte)) = next_mark(bytes, at) {
        at = next;
        match byte {
            b'"' => {
                let end = string_end(bytes, at + 1);
                let is_key = depth == 1 && passing.is_none();
                let key = json.get(at + 1..end).filter(|_| is_key);
                if let Some(number) = key.and_then(|key| keys.iter().position(|wanted| *wanted == key)) {
                    let colon = bytes.iter().skip(end).position(|byte| *byte == b':');
                    passing = colon.map(|colon| (number, end + colon + 1));
                } else if is_key {
                    // `N` is not the number of any wanted key.
                    passing = Some((N, end));
                }
                at = end;
            }
            b'{' | b'[' => depth += 1,
            _ => {
                if depth == 1
                    && let Some((number, start)) = passing.take()
                    && let Some(place @ None) = found.get_mut(number)
                {
                    *place = json.get(start..at);
                    missing -= 1;
                    if missing == 0 {
                        break;
                    }
                }
                if byte != b',' {
                    depth = depth.saturating_sub(1);
                }
            }
        }
        at += 1;
    }
    found
}

/// The next character that separates the parts of objects and arrays, at or after a position, with its offset.
fn next_mark(bytes: &[u8], at: usize) -> Option<(usize, u8)> {
    const SIGNS: &[u8; 6] = b"\"{}[],";
    const MARKS: [bool; 256] = {
        let mut marks = [false; 256];
        let mut at = 0;
        while at < SIGNS.len() {
            marks[SIGNS[at] as usize] = true;
            at += 1;
        }
        marks
    };
    let rest = bytes.get(at..)?;
    let found = rest.iter().position(|byte| MARKS[usize::from(*byte)])?;
    rest.get(found).map(|byte| (at + found, *byte))
}

/// Where the string that begins at a position ends.
fn string_end(bytes: &[u8], mut at: usize) -> usize {
    while let Some(rest) = bytes.get(at..) {
        match rest.iter().position(|byte| matches!(byte, b'"' | b'\\')) {
            Some(found) if rest.get(found) == Some(&b'"') => return at + found,
            Some(found) => at += found + 2,
            None => break,
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_found_without_reading_the_rest() {
        let json = r#"{ "a": "os", "x": { "os": 1, "y": ["os", "}"] }, "os" : {"name": "a\"}", "z": [1, {}]}, "facterversion":"4.1" }"#;
        let [os, version, none] = members(json, ["os", "facterversion", "y"]);
        assert_eq!(os.map(str::trim), Some(r#"{"name": "a\"}", "z": [1, {}]}"#));
        assert_eq!(version.map(str::trim), Some("\"4.1\""));
        assert_eq!(none, None);
        for broken in ["", "{", "{\"os", "{\"os\":", "}]{", "[\"os\", 1]", "{\"os\\"] {
            assert_eq!(members(broken, ["os"]), [None], "{broken}");
        }
    }
}
