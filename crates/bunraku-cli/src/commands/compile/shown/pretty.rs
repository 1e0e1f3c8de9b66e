//! JSON with one member or element per line.

/// Indents a JSON document by two spaces per level and ends it with a line break. Strings are unchanged.
pub fn indented(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    let mut chars = json.chars().peekable();
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    };
    while let Some(char) = chars.next() {
        if in_string {
            out.push(char);
            in_string = escaped || char != '"';
            escaped = char == '\\' && !escaped;
            continue;
        }
        match char {
            '"' => {
                in_string = true;
                out.push(char);
            }
            '{' | '[' => {
                out.push(char);
                match chars.next_if(|next| matches!(next, '}' | ']')) {
                    Some(end) => out.push(end),
                    None => {
                        depth += 1;
                        line(&mut out, depth);
                    }
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(char);
            }
            ',' => {
                out.push(char);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            char if char.is_ascii_whitespace() => {}
            _ => out.push(char),
        }
    }
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::indented;

    #[test]
    fn every_member_has_a_line() {
        let json = r#"{"a":[1,{"b":"x, {\"y\": 1}\\"}],"c":{},"d":[],"e":null}"#;
        let expected = "{\n  \"a\": [\n    1,\n    {\n      \"b\": \"x, {\\\"y\\\": 1}\\\\\"\n    }\n  ],\n  \
                        \"c\": {},\n  \"d\": [],\n  \"e\": null\n}\n";
        assert_eq!(indented(json), expected);
        assert_eq!(indented("1"), "1\n");
    }
}
