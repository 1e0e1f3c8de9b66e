//! Scalars: choosing a style, and writing each style.

use super::analysis::{Analysis, is_blank_or_end, is_break, is_printable};
use super::{Emitter, Role};
use crate::yaml::write::{Scalar, Style};

impl Emitter {
    pub(super) fn scalar(&mut self, scalar: &Scalar, place: Role) {
        let analysis = Analysis::of(&scalar.text);
        let simple_key = place == Role::SimpleKey;
        let style = self.style(scalar, &analysis, simple_key);
        let outer = self.deeper(true, false);
        let tag = match scalar.tag {
            Some(tag) => Some(tag),
            // libyaml only looks at the name of an implied tag in the canonical form.
            None if style != Style::Plain && !self.canonical => scalar.quoted_tag.map(|_| "!"),
            None if style != Style::Plain => scalar.quoted_tag,
            None => None,
        };
        if let Some(tag) = tag {
            self.indicator(tag, true, false, false);
        }
        match style {
            Style::Plain => self.plain(&scalar.text, !simple_key),
            Style::SingleQuoted => self.single_quoted(&scalar.text, !simple_key),
            Style::DoubleQuoted => self.double_quoted(&scalar.text, !simple_key),
            Style::Literal => self.literal(&scalar.text),
            Style::Folded => self.folded(&scalar.text),
        }
        self.indent = outer;
    }

    fn style(&self, scalar: &Scalar, analysis: &Analysis, simple_key: bool) -> Style {
        let mut style = scalar.style;
        if self.canonical || simple_key && analysis.multiline {
            style = Style::DoubleQuoted;
        }
        if style == Style::Plain {
            let allowed = if self.flow_level > 0 { analysis.flow_plain } else { analysis.block_plain };
            if !allowed || scalar.text.is_empty() && (self.flow_level > 0 || simple_key) {
                style = Style::SingleQuoted;
            }
        }
        if style == Style::SingleQuoted && !analysis.single_quoted {
            style = Style::DoubleQuoted;
        }
        let block = matches!(style, Style::Literal | Style::Folded);
        if block && (!analysis.block || self.flow_level > 0 || simple_key) {
            style = Style::DoubleQuoted;
        }
        style
    }

    fn plain(&mut self, text: &str, breakable: bool) {
        if !self.whitespace && (!text.is_empty() || self.flow_level > 0) {
            self.put(' ');
        }
        let mut spaces = false;
        let mut chars = text.chars().peekable();
        while let Some(char) = chars.next() {
            if char == ' '
                && breakable
                && !spaces
                && self.column > self.best_width
                && chars.peek() != Some(&' ')
            {
                self.write_indent();
            } else {
                self.put(char);
            }
            spaces = char == ' ';
        }
        self.whitespace = false;
        self.indention = false;
    }

    fn single_quoted(&mut self, text: &str, breakable: bool) {
        self.indicator("'", true, false, false);
        let (mut spaces, mut breaks) = (false, false);
        let mut chars = text.chars().enumerate().peekable();
        while let Some((index, char)) = chars.next() {
            let next = chars.peek().map(|(_, char)| *char);
            if char == ' ' {
                let foldable = index > 0 && next.is_some_and(|next| next != ' ');
                if breakable && !spaces && self.column > self.best_width && foldable {
                    self.write_indent();
                } else {
                    self.put(char);
                }
                spaces = true;
            } else if is_break(char) {
                if !breaks && char == '\n' {
                    self.line_break();
                }
                self.own_break(char);
                self.indention = true;
                breaks = true;
            } else {
                if breaks {
                    self.write_indent();
                }
                if char == '\'' {
                    self.put('\'');
                }
                self.put(char);
                self.indention = false;
                spaces = false;
                breaks = false;
            }
        }
        if breaks {
            self.write_indent();
        }
        self.indicator("'", false, false, false);
        self.whitespace = false;
        self.indention = false;
    }

    fn double_quoted(&mut self, text: &str, breakable: bool) {
        self.indicator("\"", true, false, false);
        let mut spaces = false;
        let mut chars = text.chars().enumerate().peekable();
        while let Some((index, char)) = chars.next() {
            let next = chars.peek().map(|(_, char)| *char);
            if !is_printable(char) || char == '\u{feff}' || is_break(char) || char == '"' || char == '\\' {
                for char in escaped(char).chars() {
                    self.put(char);
                }
                spaces = false;
            } else if char == ' ' {
                if breakable && !spaces && self.column > self.best_width && index > 0 && next.is_some() {
                    self.write_indent();
                    if next == Some(' ') {
                        self.put('\\');
                    }
                } else {
                    self.put(char);
                }
                spaces = true;
            } else {
                self.put(char);
                spaces = false;
            }
        }
        self.indicator("\"", false, false, false);
        self.whitespace = false;
        self.indention = false;
    }

    /// Writes the indentation and chomping indicators of a block scalar.
    fn hints(&mut self, text: &str) {
        if text.starts_with(|char| char == ' ' || is_break(char)) {
            let hint = self.best_indent.to_string();
            self.indicator(&hint, false, false, false);
        }
        self.open_ended = false;
        let mut backwards = text.chars().rev();
        match (backwards.next(), backwards.next()) {
            (Some(last), before) if is_break(last) => {
                if before.is_none_or(is_break) {
                    self.indicator("+", false, false, false);
                    self.open_ended = true;
                }
            }
            _ => self.indicator("-", false, false, false),
        }
    }

    fn literal(&mut self, text: &str) {
        self.indicator("|", true, false, false);
        self.hints(text);
        self.line_break();
        self.indention = true;
        self.whitespace = true;
        let mut breaks = true;
        for char in text.chars() {
            if is_break(char) {
                self.own_break(char);
                self.indention = true;
                breaks = true;
            } else {
                if breaks {
                    self.write_indent();
                }
                self.put(char);
                self.indention = false;
                breaks = false;
            }
        }
    }

    fn folded(&mut self, text: &str) {
        self.indicator(">", true, false, false);
        self.hints(text);
        self.line_break();
        self.indention = true;
        self.whitespace = true;
        let (mut breaks, mut leading) = (true, true);
        let chars: Vec<char> = text.chars().collect();
        for (index, char) in chars.iter().copied().enumerate() {
            let rest = chars.get(index + 1..).unwrap_or_default();
            if is_break(char) {
                if !breaks && !leading && char == '\n' {
                    let following = rest.iter().copied().find(|char| !is_break(*char));
                    if !is_blank_or_end(following) {
                        self.line_break();
                    }
                }
                self.own_break(char);
                self.indention = true;
                breaks = true;
            } else {
                if breaks {
                    self.write_indent();
                    leading = char == ' ' || char == '\t';
                }
                let foldable = rest.first() != Some(&' ') && self.column > self.best_width;
                if !breaks && char == ' ' && foldable {
                    self.write_indent();
                } else {
                    self.put(char);
                }
                self.indention = false;
                breaks = false;
            }
        }
    }
}

fn escaped(char: char) -> String {
    let letter = match char {
        '\0' => '0',
        '\u{7}' => 'a',
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{b}' => 'v',
        '\u{c}' => 'f',
        '\r' => 'r',
        '\u{1b}' => 'e',
        '"' => '"',
        '\\' => '\\',
        '\u{85}' => 'N',
        '\u{a0}' => '_',
        '\u{2028}' => 'L',
        '\u{2029}' => 'P',
        char => {
            return match char as u32 {
                code @ ..=0xff => format!("\\x{code:02X}"),
                code @ ..=0xffff => format!("\\u{code:04X}"),
                code => format!("\\U{code:08X}"),
            };
        }
    };
    format!("\\{letter}")
}
