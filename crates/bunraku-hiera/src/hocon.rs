//! HOCON without substitutions and includes: JSON that may leave out braces, quotes and commas, with paths as keys.
//!
//! `${...}` and `include` depend on other files, on the process's environment and on the order of resolution; a text
//! that uses them is refused with a message rather than read wrongly.

use bunraku_pcore::{Array, Hash, Value, number};

use crate::yaml::{Position, YamlError};

/// How many arrays and objects may stand inside each other.
const MAX_DEPTH: usize = 100;

/// Reads a HOCON text.
pub fn read(text: &str) -> Result<Value, YamlError> {
    let mut reader = Reader { text, at: 0 };
    reader.skip_lines();
    let value = match reader.peek() {
        Some('{') => reader.object(0)?,
        Some('[') => return Err(reader.fail("expected an object, not an array")),
        _ => reader.entries(None, 0)?,
    };
    reader.skip_lines();
    match reader.peek() {
        None => Ok(value),
        Some(_) => Err(reader.fail("expected nothing after the value")),
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

/// A piece of a value: several of them in a line are one value.
enum Piece {
    /// A value, and its text if it is not a string in quotes, an array or an object.
    Value(Value, Option<String>),
    Blank(String),
}

impl<'t> Reader<'t> {
    fn object(&mut self, depth: usize) -> Result<Value, YamlError> {
        self.at += 1;
        let value = self.entries(Some('}'), depth)?;
        self.at += 1;
        Ok(value)
    }

    /// Entries up to the closing brace, or to the end.
    fn entries(&mut self, end: Option<char>, depth: usize) -> Result<Value, YamlError> {
        if depth > MAX_DEPTH {
            return Err(self.fail("more than 100 arrays and objects stand inside each other"));
        }
        let mut hash = Hash::new();
        loop {
            self.skip_lines();
            match (self.peek(), end) {
                (found, end) if found == end => return Ok(Value::Hash(hash)),
                (None, _) => return Err(self.fail("expected `}` at the end of the object")),
                _ => {}
            }
            let path = self.path()?;
            self.skip_blanks();
            let rest = self.rest();
            let append = rest.starts_with("+=");
            if append {
                self.at += 2;
            } else if rest.starts_with([':', '=']) {
                self.at += 1;
            } else if !rest.starts_with('{') {
                return Err(self.fail("expected `=`, `:`, `+=` or `{` after the key"));
            }
            self.skip_lines_without_commas();
            let value = self.value(depth + 1)?;
            insert(&mut hash, &path, value, append)
                .ok_or_else(|| self.fail("`+=` appends to an array, but this key has another value"))?;
            self.end_of_element(end)?;
        }
    }

    fn array(&mut self, depth: usize) -> Result<Value, YamlError> {
        if depth > MAX_DEPTH {
            return Err(self.fail("more than 100 arrays and objects stand inside each other"));
        }
        self.at += 1;
        let mut array = Array::new();
        loop {
            self.skip_lines();
            match self.peek() {
                Some(']') => {
                    self.at += 1;
                    return Ok(Value::Array(array));
                }
                None => return Err(self.fail("expected `]` at the end of the array")),
                _ => {}
            }
            array.push(self.value(depth + 1)?);
            self.end_of_element(Some(']'))?;
        }
    }

    /// After an element there is a comma, a line end or the end of the collection.
    fn end_of_element(&mut self, end: Option<char>) -> Result<(), YamlError> {
        self.skip_blanks();
        let before = self.at;
        self.skip_lines_without_commas();
        match self.peek() {
            Some(',') => {
                self.at += 1;
                self.skip_lines_without_commas();
                if self.peek() == Some(',') {
                    return Err(self.fail("expected a value between two commas"));
                }
                Ok(())
            }
            found if found == end || self.at > before => Ok(()),
            _ => Err(self.fail("expected a comma or a line end here")),
        }
    }

    fn value(&mut self, depth: usize) -> Result<Value, YamlError> {
        let mut pieces: Vec<Piece> = Vec::new();
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\u{a0}']).len();
            if blank > 0 {
                pieces.push(Piece::Blank(rest.get(..blank).unwrap_or("").to_string()));
                self.at += blank;
                continue;
            }
            match self.peek() {
                None | Some('\n' | '\r' | ',' | '}' | ']' | '#') => break,
                _ if rest.starts_with("//") => break,
                Some('{') => pieces.push(Piece::Value(self.object(depth)?, None)),
                Some('[') => pieces.push(Piece::Value(self.array(depth)?, None)),
                Some('"') => pieces.push(Piece::Value(Value::str(self.quoted()?), None)),
                _ => {
                    let text = self.unquoted()?;
                    let value = scalar(&text).ok_or_else(|| self.fail("this number is too large"))?;
                    pieces.push(Piece::Value(value, Some(text)));
                }
            }
        }
        self.joined(pieces)
    }

    fn joined(&self, mut pieces: Vec<Piece>) -> Result<Value, YamlError> {
        while matches!(pieces.last(), Some(Piece::Blank(_))) {
            pieces.pop();
        }
        let is_collection =
            |piece: &Piece| matches!(piece, Piece::Value(Value::Hash(_) | Value::Array(_), _));
        if pieces.iter().any(is_collection) {
            let mut values = pieces.into_iter().filter_map(|piece| match piece {
                Piece::Value(value, _) => Some(value),
                Piece::Blank(_) => None,
            });
            let first = values.next().unwrap_or_default();
            return values.try_fold(first, |joined, value| match (joined, value) {
                (Value::Hash(lower), Value::Hash(upper)) => Ok(Value::Hash(merged(lower, upper))),
                (Value::Array(mut first), Value::Array(second)) => {
                    first.extend(second);
                    Ok(Value::Array(first))
                }
                _ => Err(self.fail("an array or object cannot be joined with something else")),
            });
        }
        let text = |piece: &Piece| match piece {
            Piece::Value(_, Some(text)) | Piece::Blank(text) => text.clone(),
            Piece::Value(value, None) => value.as_str().unwrap_or_default().to_string(),
        };
        match pieces.as_slice() {
            [] => Err(self.fail("expected a value")),
            [Piece::Value(value, _)] => Ok(value.clone()),
            pieces => Ok(Value::str(pieces.iter().map(text).collect::<String>())),
        }
    }

    /// The segments of a key.
    fn path(&mut self) -> Result<Vec<String>, YamlError> {
        let mut segments: Vec<String> = Vec::new();
        let mut last = String::new();
        let mut quoted = false;
        let start = self.at;
        loop {
            let rest = self.rest();
            match self.peek() {
                None | Some(':' | '=' | '{' | '\n' | '\r' | '#') => break,
                Some('+') if rest.starts_with("+=") => break,
                Some('/') if rest.starts_with("//") => break,
                Some('"') => {
                    let text = self.quoted()?;
                    quoted = true;
                    last.push_str(&text);
                }
                Some('.') => {
                    if last.trim().is_empty() && !quoted {
                        return Err(self.fail("expected a name before this point"));
                    }
                    quoted = false;
                    segments.push(std::mem::take(&mut last));
                    self.at += 1;
                }
                Some(char) if char == ' ' || char == '\t' || is_unquoted(char) => {
                    last.push(char);
                    self.at += char.len_utf8();
                }
                Some(_) => return Err(self.fail("this character cannot be in a key without quotes")),
            }
        }
        last.truncate(last.trim_end().len());
        if last.is_empty() && !quoted {
            return Err(self.fail("expected a key"));
        }
        segments.push(last);
        if let [only] = segments.as_slice()
            && only.starts_with("include ")
        {
            self.at = start;
            return Err(self.fail("`include` is not supported"));
        }
        Ok(segments)
    }

    fn quoted(&mut self) -> Result<String, YamlError> {
        if let Some(inside) = self.rest().strip_prefix("\"\"\"") {
            let end = inside.find("\"\"\"").ok_or_else(|| self.fail("this string does not end"))?;
            // Further quotes at the end belong to the text.
            let more = inside.get(end + 3..).unwrap_or("").bytes().take_while(|byte| *byte == b'"').count();
            self.at += 6 + end + more;
            return Ok(inside.get(..end + more).unwrap_or("").to_string());
        }
        let rest = self.rest();
        let (mut escaped, mut known) = (false, true);
        let end = rest.char_indices().skip(1).find(|(_, char)| {
            let ends = *char == '"' && !escaped;
            known &= !escaped || "\"\\/bfnrtu".contains(*char);
            escaped = *char == '\\' && !escaped;
            ends || *char == '\n'
        });
        let Some((end, '"')) = end else { return Err(self.fail("this string does not end")) };
        if !known {
            return Err(self.fail("this string has an escape that does not exist"));
        }
        let json = crate::json::read(rest.get(..=end).unwrap_or(""));
        let text = json.ok().and_then(|json| json.value.as_str().map(str::to_string));
        let text = text.ok_or_else(|| self.fail("this string is not written correctly"))?;
        self.at += end + 1;
        Ok(text)
    }

    fn unquoted(&mut self) -> Result<String, YamlError> {
        let rest = self.rest();
        if rest.starts_with("${") {
            return Err(self.fail("substitutions `${...}` are not supported"));
        }
        if rest.starts_with(|char: char| char.is_ascii_digit() || char == '-') {
            // A number goes as far as its characters do; what follows is another piece of the value.
            let end = rest.find(|char| !"0123456789eE+-.".contains(char)).unwrap_or(rest.len());
            self.at += end;
            return Ok(rest.get(..end).unwrap_or("").to_string());
        }
        let mut end = rest.find(|char| !is_unquoted(char) && char != '.').unwrap_or(rest.len());
        if let Some(comment) = rest.get(..end).and_then(|text| text.find("//")) {
            end = comment;
        }
        if end == 0 {
            return Err(self.fail("this character cannot be in a text without quotes"));
        }
        self.at += end;
        Ok(rest.get(..end).unwrap_or("").to_string())
    }

    fn skip_lines(&mut self) {
        self.skip_lines_without_commas();
        if self.peek() == Some(',') && self.text.get(..self.at).is_some_and(|before| before.trim().is_empty())
        {
            self.at += 1;
        }
    }

    fn skip_lines_without_commas(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start_matches(|char: char| char.is_whitespace() || char == '\u{feff}');
            self.at += rest.len() - trimmed.len();
            if !(trimmed.starts_with('#') || trimmed.starts_with("//")) {
                return;
            }
            self.at += trimmed.find('\n').unwrap_or(trimmed.len());
        }
    }

    fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\u{a0}']).len();
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn fail(&self, message: &str) -> YamlError {
        let before = self.text.get(..self.at).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        YamlError {
            message: message.to_string(),
            position: Position { line: number(line), column: number(column) },
        }
    }
}

fn is_unquoted(char: char) -> bool {
    !char.is_whitespace() && !"$\"{}[]:=,+#`^?!@*&\\.".contains(char)
}

/// The scalar of a text without quotes; none for a number that is too large.
fn scalar(text: &str) -> Option<Value> {
    match text {
        "true" => return Some(Value::Bool(true)),
        "false" => return Some(Value::Bool(false)),
        "null" => return Some(Value::Undef),
        _ => {}
    }
    if !text.starts_with(|char: char| char.is_ascii_digit() || char == '-') {
        return Some(Value::str(text));
    }
    let number = if text.contains(['.', 'e', 'E']) {
        match number::float_from_text(text) {
            Some(float) if !float.is_finite() => return None,
            // The library makes an integer of every number without a fraction, however it is written.
            Some(float) if float.fract() == 0.0 => format!("{float:.0}").parse().ok().map(Value::integer),
            Some(float) => Some(Value::Float(float)),
            None => None,
        }
    } else {
        number::integer_from_text(text, None).map(Value::integer)
    };
    Some(number.unwrap_or_else(|| Value::str(text)))
}

/// Sets the value at a path: hashes are merged, anything else replaces what was there. None if something is to be
/// appended to what is no array.
fn insert(hash: &mut Hash, path: &[String], value: Value, append: bool) -> Option<()> {
    let (first, rest) = path.split_first()?;
    let mut value = value;
    if append {
        let mut array = match at_path(hash, path) {
            Some(Value::Array(array)) => array.clone(),
            Some(_) => return None,
            None => Array::new(),
        };
        array.push(value);
        value = Value::Array(array);
    }
    for segment in rest.iter().rev() {
        value = Value::hash([(Value::str(segment.as_str()), value)]);
    }
    let key = Value::str(first.as_str());
    let value = match (hash.get(&key), value) {
        (Some(Value::Hash(lower)), Value::Hash(upper)) => Value::Hash(merged(lower.clone(), upper)),
        (_, value) => value,
    };
    hash.insert(key, value);
    Some(())
}

fn at_path<'h>(hash: &'h Hash, path: &[String]) -> Option<&'h Value> {
    let (first, rest) = path.split_first()?;
    match hash.get_str(first) {
        value if rest.is_empty() => value,
        Some(Value::Hash(inner)) => at_path(inner, rest),
        _ => None,
    }
}

/// The later object's keys come first, as in the library.
fn merged(lower: Hash, upper: Hash) -> Hash {
    let mut result = Hash::with_capacity(lower.len() + upper.len());
    for (key, value) in upper {
        let value = match (lower.get(&key), value) {
            (Some(Value::Hash(lower)), Value::Hash(upper)) => Value::Hash(merged(lower.clone(), upper)),
            (_, value) => value,
        };
        result.insert(key, value);
    }
    for (key, value) in lower {
        if !result.contains_key(&key) {
            result.insert(key, value);
        }
    }
    result
}
