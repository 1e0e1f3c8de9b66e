//! How libyaml 0.2.5 lays out a document: which style each scalar gets, and where lines are broken.

use crate::{Node, Scalar, Style};

/// Where a node stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Root,
    Item,
    SimpleKey,
    Value,
}

/// Writes one document.
pub struct Emitter {
    text: String,
    best_indent: i64,
    best_width: i64,
    canonical: bool,
    indent: i64,
    flow_level: u32,
    column: i64,
    /// Whether what was written last is a blank.
    whitespace: bool,
    /// Whether nothing but blanks and indicators such as `-` is in this line.
    indention: bool,
    /// Whether the document ends in a scalar that keeps its line ends.
    open_ended: bool,
}

/// What is known of a text before its style is chosen.
struct Analysis {
    multiline: bool,
    flow_plain: bool,
    block_plain: bool,
    single_quoted: bool,
    block: bool,
}

fn is_break(char: char) -> bool {
    matches!(char, '\r' | '\n' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

/// The library takes characters beyond the first 65536 for unprintable.
fn is_printable(char: char) -> bool {
    matches!(char, '\n' | ' '..='~' | '\u{a0}'..='\u{d7ff}' | '\u{e000}'..='\u{fefe}' | '\u{ff00}'..='\u{fffd}')
}

fn is_blank_or_end(char: Option<char>) -> bool {
    char.is_none_or(|char| char == ' ' || char == '\t' || is_break(char))
}

impl Analysis {
    fn of(text: &str) -> Analysis {
        if text.is_empty() {
            return Analysis {
                multiline: false,
                flow_plain: false,
                block_plain: true,
                single_quoted: true,
                block: false,
            };
        }
        let chars: Vec<char> = text.chars().collect();
        let marker = text.starts_with("---") || text.starts_with("...");
        let (mut flow_indicators, mut block_indicators) = (marker, marker);
        let (mut breaks, mut special, mut tabs) = (false, false, false);
        let (mut space_break, mut break_space) = (false, false);
        let (mut previous_space, mut previous_break) = (false, false);
        for (index, char) in chars.iter().copied().enumerate() {
            let followed = is_blank_or_end(chars.get(index + 1).copied());
            let preceded = index == 0 || is_blank_or_end(chars.get(index - 1).copied());
            match char {
                '#' | ',' | '[' | ']' | '{' | '}' | '&' | '*' | '!' | '|' | '>' | '\'' | '"' | '%' | '@'
                | '`'
                    if index == 0 =>
                {
                    flow_indicators = true;
                    block_indicators = true;
                }
                '?' if index == 0 => {
                    flow_indicators = true;
                    block_indicators |= followed;
                }
                ':' => {
                    flow_indicators = true;
                    block_indicators |= followed;
                }
                '-' if index == 0 && followed => {
                    flow_indicators = true;
                    block_indicators = true;
                }
                ',' | '?' | '[' | ']' | '{' | '}' => flow_indicators = true,
                '#' if preceded => {
                    flow_indicators = true;
                    block_indicators = true;
                }
                _ => {}
            }
            if char == '\t' {
                tabs = true;
            } else if !is_printable(char) {
                special = true;
            }
            if char == ' ' {
                break_space |= previous_break;
            }
            if is_break(char) {
                breaks = true;
                space_break |= previous_space;
            }
            previous_space = char == ' ';
            previous_break = is_break(char);
        }
        let first = chars.first().copied().unwrap_or(' ');
        let last = chars.last().copied().unwrap_or(' ');
        let at_edge = [first, last].into_iter().any(|char| char == ' ' || is_break(char));
        let odd = space_break || special || tabs;
        let plain = !at_edge && !break_space && !odd && !breaks;
        Analysis {
            multiline: breaks,
            flow_plain: plain && !flow_indicators,
            block_plain: plain && !block_indicators,
            single_quoted: !break_space && !odd,
            block: last != ' ' && !space_break && !special,
        }
    }
}

impl Emitter {
    /// An emitter with an indentation, the width after which lines are broken, and whether everything gets its tag.
    pub fn new(indentation: i64, width: Option<i64>, canonical: bool) -> Emitter {
        let best_indent = if (2..=9).contains(&indentation) { indentation } else { 2 };
        let best_width = match width.unwrap_or(0) {
            width if width < 0 => i64::MAX,
            width if width <= best_indent * 2 => 80,
            width => width,
        };
        Emitter {
            text: String::new(),
            best_indent,
            best_width,
            canonical,
            indent: -1,
            flow_level: 0,
            column: 0,
            whitespace: true,
            indention: true,
            open_ended: false,
        }
    }

    /// Writes the version of YAML first.
    pub fn header(&mut self) {
        self.indicator("%YAML", true, false, false);
        self.indicator("1.1", true, false, false);
        self.write_indent();
    }

    /// The text of a document.
    pub fn document(mut self, root: &Node) -> String {
        self.indicator("---", true, false, false);
        if self.canonical {
            self.write_indent();
        }
        self.node(root, Place::Root);
        self.write_indent();
        if self.open_ended {
            self.indicator("...", true, false, false);
            self.write_indent();
        }
        self.text
    }

    fn put(&mut self, char: char) {
        self.text.push(char);
        self.column += 1;
    }

    fn line_break(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    /// Writes a break of the text itself.
    fn own_break(&mut self, char: char) {
        self.text.push(char);
        self.column = 0;
    }

    fn write_indent(&mut self) {
        let indent = self.indent.max(0);
        if !self.indention || self.column > indent || self.column == indent && !self.whitespace {
            self.line_break();
        }
        while self.column < indent {
            self.put(' ');
        }
        self.whitespace = true;
        self.indention = true;
    }

    fn indicator(&mut self, text: &str, needs_blank: bool, is_blank: bool, is_indention: bool) {
        if needs_blank && !self.whitespace {
            self.put(' ');
        }
        for char in text.chars() {
            self.put(char);
        }
        self.whitespace = is_blank;
        self.indention &= is_indention;
    }

    /// Goes one level deeper and gives the level before back.
    fn deeper(&mut self, flow: bool, indentless: bool) -> i64 {
        let outer = self.indent;
        if self.indent < 0 {
            self.indent = if flow { self.best_indent } else { 0 };
        } else if !indentless {
            self.indent += self.best_indent;
        }
        outer
    }

    fn node(&mut self, node: &Node, place: Place) {
        match node {
            Node::Scalar(scalar) => self.scalar(scalar, place),
            Node::Sequence(items) if self.canonical || self.flow_level > 0 || items.is_empty() => {
                self.flow(node)
            }
            Node::Mapping(entries) if self.canonical || self.flow_level > 0 || entries.is_empty() => {
                self.flow(node)
            }
            Node::Sequence(items) => {
                let outer = self.deeper(false, place == Place::Value && !self.indention);
                for item in items {
                    self.write_indent();
                    self.indicator("-", true, false, true);
                    self.node(item, Place::Item);
                }
                self.indent = outer;
            }
            Node::Mapping(entries) => {
                let outer = self.deeper(false, false);
                for (key, value) in entries {
                    self.write_indent();
                    if is_simple_key(key) {
                        self.node(key, Place::SimpleKey);
                        self.indicator(":", false, false, false);
                    } else {
                        self.indicator("?", true, false, true);
                        self.node(key, Place::Value);
                        self.write_indent();
                        self.indicator(":", true, false, true);
                    }
                    self.node(value, Place::Value);
                }
                self.indent = outer;
            }
        }
    }

    /// A collection in brackets: an empty one, or any if the form is canonical.
    fn flow(&mut self, node: &Node) {
        let (open, close) = if matches!(node, Node::Sequence(_)) { ("[", "]") } else { ("{", "}") };
        self.indicator(open, true, true, false);
        let outer = self.deeper(true, false);
        self.flow_level += 1;
        let mut first = true;
        let mut next = |emitter: &mut Emitter| {
            if !std::mem::take(&mut first) {
                emitter.indicator(",", false, false, false);
            }
            if emitter.canonical || emitter.column > emitter.best_width {
                emitter.write_indent();
            }
        };
        let mut some = false;
        match node {
            Node::Sequence(items) => {
                for item in items {
                    some = true;
                    next(self);
                    self.node(item, Place::Item);
                }
            }
            Node::Mapping(entries) => {
                for (key, value) in entries {
                    some = true;
                    next(self);
                    if !self.canonical && is_simple_key(key) {
                        self.node(key, Place::SimpleKey);
                        self.indicator(":", false, false, false);
                    } else {
                        self.indicator("?", true, false, false);
                        self.node(key, Place::Value);
                        if self.canonical {
                            self.write_indent();
                        }
                        self.indicator(":", true, false, false);
                    }
                    self.node(value, Place::Value);
                }
            }
            Node::Scalar(_) => {}
        }
        self.flow_level -= 1;
        self.indent = outer;
        if self.canonical && some {
            self.indicator(",", false, false, false);
            self.write_indent();
        }
        self.indicator(close, false, false, false);
    }

    fn scalar(&mut self, scalar: &Scalar, place: Place) {
        let analysis = Analysis::of(&scalar.text);
        let simple_key = place == Place::SimpleKey;
        let style = self.style(scalar, &analysis, simple_key);
        let outer = self.deeper(true, false);
        let tag = match scalar.tag {
            Some(tag) => Some(tag),
            // What does not mean the same in quotes says so.
            None if style != Style::Plain && !scalar.quotable => Some("!"),
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

    /// What a block scalar says of its indentation and its end.
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

/// A key that fits on a line and needs no `?`.
fn is_simple_key(key: &Node) -> bool {
    match key {
        Node::Scalar(scalar) => {
            let tag = scalar.tag.map_or(0, str::len);
            !Analysis::of(&scalar.text).multiline && scalar.text.len() + tag <= 128
        }
        Node::Sequence(items) => items.is_empty(),
        Node::Mapping(entries) => entries.is_empty(),
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
