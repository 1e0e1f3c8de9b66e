//! Extracts the string literals of Rust code outside its unit tests, and the documentation of options.

/// A string and the line it starts on.
pub struct Piece {
    pub line: usize,
    pub text: String,
}

/// The string literals of a file, up to its unit tests. A `\` at the end of a line joins it with the next one.
pub fn literals(code: &str) -> Vec<Piece> {
    let code = code.split("#[cfg(test)]\nmod ").next().unwrap_or(code);
    let mut pieces = Vec::new();
    let mut rest = code;
    let mut word_before = false;
    while let Some(first) = rest.chars().next() {
        let at = code.len() - rest.len();
        let line = || code.get(..at).unwrap_or("").matches('\n').count() + 1;
        if rest.starts_with("//") {
            rest = rest.find('\n').and_then(|end| rest.get(end..)).unwrap_or("");
        } else if let Some((open, close)) = raw(rest).filter(|_| !word_before) {
            let inside = rest.get(open..).unwrap_or("");
            let end = inside.find(&close).unwrap_or(inside.len());
            pieces.push(Piece { line: line(), text: inside.get(..end).unwrap_or("").to_owned() });
            rest = inside.get(end + close.len()..).unwrap_or("");
        } else if first == '"' {
            let inside = rest.get(1..).unwrap_or("");
            let end = closing(inside);
            pieces.push(Piece { line: line(), text: joined(inside.get(..end).unwrap_or("")) });
            rest = inside.get(end + 1..).unwrap_or("");
        } else if let Some(length) = character(rest) {
            rest = rest.get(length..).unwrap_or("");
        } else {
            rest = rest.get(first.len_utf8()..).unwrap_or("");
        }
        word_before = first.is_alphanumeric() || first == '_';
    }
    pieces
}

/// The documentation comments of a file, which clap shows as help.
pub fn doc_comments(code: &str) -> Vec<Piece> {
    let lines = code.lines().enumerate();
    let docs = lines.filter_map(|(index, line)| Some((index, line.trim_start().strip_prefix("/// ")?)));
    docs.map(|(index, text)| Piece { line: index + 1, text: text.to_owned() }).collect()
}

/// The length of the opening delimiter of a raw string, and its closing delimiter.
fn raw(code: &str) -> Option<(usize, String)> {
    let after = code.strip_prefix("br").or_else(|| code.strip_prefix('r'))?;
    let hashes = after.len() - after.trim_start_matches('#').len();
    after.trim_start_matches('#').starts_with('"').then(|| {
        let open = code.len() - after.len() + hashes + 1;
        (open, format!("\"{}", "#".repeat(hashes)))
    })
}

/// The offset of the closing quote in what follows the opening one.
fn closing(inside: &str) -> usize {
    let mut escaped = false;
    let end = inside.char_indices().find(|(_, c)| {
        let is_end = *c == '"' && !escaped;
        escaped = *c == '\\' && !escaped;
        is_end
    });
    end.map_or(inside.len(), |(at, _)| at)
}

/// The length of a character literal, so that a quote in one does not open a string.
fn character(code: &str) -> Option<usize> {
    let inside = code.strip_prefix('\'')?;
    if let Some(escape) = inside.strip_prefix('\\') {
        let rest = escape.get(1..)?;
        return rest.find('\'').filter(|end| *end < 10).map(|end| end + 4);
    }
    let length = inside.chars().next()?.len_utf8();
    inside.get(length..)?.starts_with('\'').then_some(length + 2)
}

/// Removes the line breaks that a `\` escapes.
fn joined(text: &str) -> String {
    let mut lines = text.split("\\\n");
    let first = lines.next().unwrap_or("").to_owned();
    lines.fold(first, |all, line| all + line.trim_start())
}
