//! Syntax highlighting based on tokens.

use bunraku::edition::SyntaxRules;
use bunraku::syntax::{SourceKind, TokenKind};

use super::command::Command;

/// Highlights a line that continues an input.
pub fn paint_line(before: &str, line: &str, rules: &SyntaxRules) -> String {
    let whole = format!("{before}{line}");
    let tree = bunraku::syntax::parse(&whole, SourceKind::Manifest, rules);
    let mut painted = String::new();
    for (index, token) in tree.tokens().iter().enumerate() {
        let range = tree.token_range(index as u32);
        let start = (range.start as usize).max(before.len());
        let piece = whole.get(start..range.end as usize).unwrap_or_default();
        match color(token.kind) {
            _ if piece.is_empty() => {}
            Some(color) => painted.push_str(&format!("{color}{piece}\x1b[0m")),
            None => painted.push_str(piece),
        }
    }
    painted
}

/// Adds escape sequences for colours. Without them the text is unchanged.
pub fn paint(text: &str, rules: &SyntaxRules) -> String {
    let code = Command::code(text).unwrap_or(text);
    let mut painted = text.get(..text.len() - code.len()).unwrap_or("").to_owned();
    let tree = bunraku::syntax::parse(code, SourceKind::Manifest, rules);
    for (index, token) in tree.tokens().iter().enumerate() {
        let piece = tree.token_range(index as u32).of(code);
        match color(token.kind) {
            Some(color) if !piece.is_empty() => {
                painted.push_str(color);
                painted.push_str(piece);
                painted.push_str("\x1b[0m");
            }
            _ => painted.push_str(piece),
        }
    }
    painted
}

fn color(kind: TokenKind) -> Option<&'static str> {
    Some(match kind {
        TokenKind::LineComment | TokenKind::BlockComment => "\x1b[2m",
        TokenKind::Unknown => "\x1b[31m",
        TokenKind::SingleQuoted
        | TokenKind::DoubleQuoted
        | TokenKind::QuoteOpen
        | TokenKind::QuoteClose
        | TokenKind::StringText
        | TokenKind::HeredocText
        | TokenKind::HeredocTag
        | TokenKind::HeredocEnd
        | TokenKind::Regexp => "\x1b[32m",
        TokenKind::Variable | TokenKind::StringVariable => "\x1b[36m",
        TokenKind::Number | TokenKind::True | TokenKind::False | TokenKind::Undef | TokenKind::Default => {
            "\x1b[33m"
        }
        TokenKind::Ref => "\x1b[34m",
        kind if kind.is_keyword() => "\x1b[35m",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use bunraku::edition::PUPPET8;

    use super::paint;

    fn plain(painted: &str) -> String {
        let mut pieces = painted.split('\x1b');
        let first = pieces.next().unwrap_or("").to_owned();
        first + &pieces.map(|piece| piece.split_once('m').map_or("", |(_, text)| text)).collect::<String>()
    }

    #[test]
    fn tokens_have_colours() {
        let painted = paint("if $x { 'a' }", &PUPPET8.syntax);
        assert_eq!(painted, "\x1b[35mif\x1b[0m \x1b[36m$x\x1b[0m { \x1b[32m'a'\x1b[0m }");
    }

    #[test]
    fn lines_go_on_with_what_came_before() {
        let rules = &PUPPET8.syntax;
        assert_eq!(super::paint_line("notice('a\n", "if b'", rules), "\x1b[32mif b'\x1b[0m");
        assert_eq!(plain(&super::paint_line("[1,\n", "$x, 'é'", rules)), "$x, 'é'");
    }

    #[test]
    fn nothing_is_lost() {
        let texts = [
            "",
            ":type $x",
            ":type",
            " :ast  [1",
            "notice(@(END)\n a\n END\n",
            "\"a${b['c']}",
            "é $ü ''",
            "\u{1}x",
        ];
        for text in texts {
            assert_eq!(plain(&paint(text, &PUPPET8.syntax)), text);
        }
    }
}
