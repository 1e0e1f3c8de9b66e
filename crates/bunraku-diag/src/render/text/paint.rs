//! Colours: the roles of text, and how a terminal shows them.

use crate::Severity;

/// Whether output is coloured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Style {
    /// No colours.
    #[default]
    Plain,
    /// ANSI escape sequences.
    Ansi,
}

/// The role of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The severity, and the marks of the primary place.
    Severity(Severity),
    /// The message.
    Message,
    /// Line numbers and the rules next to them.
    Gutter,
    /// Marks of secondary places.
    Other,
    /// Source code, and everything else without a colour.
    Source,
    /// The word before the help.
    Help,
}

impl Role {
    fn sequence(self) -> &'static str {
        match self {
            Role::Severity(Severity::Error) => "\x1b[1;31m",
            Role::Severity(Severity::Warning) => "\x1b[1;33m",
            Role::Severity(Severity::Info) | Role::Help => "\x1b[1;36m",
            Role::Message => "\x1b[1m",
            Role::Gutter | Role::Other => "\x1b[1;34m",
            Role::Source => "",
        }
    }
}

/// Collects coloured lines without trailing spaces.
pub(super) struct Painter {
    style: Style,
    out: String,
    /// Spaces that are written only if something follows on the line.
    blanks: usize,
}

impl Painter {
    /// Nothing yet.
    pub(super) fn new(style: Style) -> Painter {
        Painter { style, out: String::new(), blanks: 0 }
    }

    /// Adds a piece of text.
    pub(super) fn paint(&mut self, role: Role, text: &str) {
        let body = text.trim_end_matches(' ');
        if !body.is_empty() {
            self.out.extend(std::iter::repeat_n(' ', self.blanks));
            self.blanks = 0;
            let sequence = if self.style == Style::Ansi { role.sequence() } else { "" };
            self.out.push_str(sequence);
            self.out.push_str(body);
            if !sequence.is_empty() {
                self.out.push_str("\x1b[0m");
            }
        }
        self.blanks += text.len() - body.len();
    }

    /// Ends the line.
    pub(super) fn end_line(&mut self) {
        self.blanks = 0;
        self.out.push('\n');
    }

    /// All lines.
    pub(super) fn finish(self) -> String {
        self.out
    }
}
