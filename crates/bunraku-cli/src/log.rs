//! Formats what a program logs, as text for people or as JSON for other programs.

use std::borrow::Cow;

use bunraku::diag::json::Json;
use bunraku::diag::render::Style;
use bunraku::diag::{Position, Sources, Span};
use bunraku::eval::LogLevel;

/// How much of a program's log is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Only errors, for commands whose result is not about the quality of the code.
    Errors,
    /// Everything except `info` and `debug`.
    Usual,
    /// Everything except `debug`.
    Info,
    /// Everything.
    Debug,
}

impl Detail {
    /// The level for commands that answer a question rather than check code: warnings only if more detail was
    /// requested.
    pub fn of_question(self) -> Detail {
        if self == Detail::Usual { Detail::Errors } else { self }
    }

    /// Whether entries of a level are shown.
    pub fn shows(self, level: LogLevel) -> bool {
        match level {
            LogLevel::Warning | LogLevel::Notice => self > Detail::Errors,
            LogLevel::Debug => self >= Detail::Debug,
            LogLevel::Info => self >= Detail::Info,
            _ => true,
        }
    }
}

/// A log entry.
pub struct Line<'l> {
    /// The severity.
    pub level: LogLevel,
    /// The message, which may contain line breaks.
    pub message: &'l str,
    /// Where it was logged.
    pub place: Option<Span>,
}

impl Line<'_> {
    /// Formats the entry for people, ending with a line break: `notice: text (site.pp:3)`.
    ///
    /// Control characters, which could disturb a terminal, are replaced by visible symbols.
    pub fn text(&self, sources: &Sources, style: Style) -> String {
        let message: Cow<'_, str> = match self.message.chars().all(|char| harmless(char) == char) {
            true => self.message.into(),
            false => self.message.chars().map(harmless).collect(),
        };
        let place = self.place(sources).map_or(String::new(), |(file, position)| {
            paint(&format!(" ({file}:{})", position.line), "2", style)
        });
        let level = paint(&format!("{}:", self.level.name()), color(self.level), style);
        format!("{level} {message}{place}\n")
    }

    /// Formats the entry for programs: an object with `level`, `message`, `file`, `line` and `column`, ending with a
    /// line break.
    pub fn json(&self, sources: &Sources) -> String {
        let place = self.place(sources);
        let number = |pick: fn(Position) -> u32| {
            place.map_or(Json::Null, |(_, position)| Json::Number(pick(position)))
        };
        let object = Json::Object(vec![
            ("level", Json::string(self.level.name())),
            ("message", Json::string(self.message)),
            ("file", Json::from(place.map(|(file, _)| file))),
            ("line", number(|position| position.line)),
            ("column", number(|position| position.column)),
        ]);
        format!("{object}\n")
    }

    fn place<'s>(&self, sources: &'s Sources) -> Option<(&'s str, Position)> {
        let span = self.place?;
        let source = sources.get(span.file)?;
        Some((source.name(), source.position(span.range.start)))
    }
}

/// Wraps a string in the escape sequences of an ANSI attribute.
pub fn paint(string: &str, attribute: &str, style: Style) -> String {
    match style {
        Style::Ansi if !attribute.is_empty() => format!("\x1b[{attribute}m{string}\x1b[0m"),
        _ => string.to_owned(),
    }
}

/// Puppet's colours for the levels.
fn color(level: LogLevel) -> &'static str {
    match level {
        LogLevel::Debug => "36",
        LogLevel::Info => "32",
        LogLevel::Notice => "",
        LogLevel::Warning => "1;33",
        LogLevel::Err | LogLevel::Alert | LogLevel::Emerg | LogLevel::Crit => "1;31",
    }
}

/// The character, or a visible symbol for a control character.
fn harmless(char: char) -> char {
    match char {
        '\n' | '\t' => char,
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(char)).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\x7f' => '\u{2421}',
        '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
        _ => char,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bunraku::diag::{Source, TextRange};

    #[test]
    fn lines() {
        let mut sources = Sources::new();
        let file = sources.add(Source::new("a.pp", "\n  x"));
        let place = Some(Span { file, range: TextRange::new(3, 4) });
        let line = Line { level: LogLevel::Warning, message: "a\x1b[31m\n\"b\"", place };
        assert_eq!(line.text(&sources, Style::Plain), "warning: a␛[31m\n\"b\" (a.pp:2)\n");
        assert_eq!(
            line.text(&sources, Style::Ansi),
            "\x1b[1;33mwarning:\x1b[0m a␛[31m\n\"b\"\x1b[2m (a.pp:2)\x1b[0m\n"
        );
        assert_eq!(
            line.json(&sources),
            "{\"level\":\"warning\",\"message\":\"a\\u001b[31m\\n\\\"b\\\"\",\"file\":\"a.pp\",\"line\":2,\"column\":3}\n"
        );
        let nowhere = Line { level: LogLevel::Notice, message: "x", place: None };
        assert_eq!(nowhere.text(&sources, Style::Ansi), "notice: x\n");
    }
}
