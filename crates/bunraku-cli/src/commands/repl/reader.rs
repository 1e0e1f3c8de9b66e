//! Reads inputs: with a line editor on a terminal, line by line from a pipe.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufRead, IsTerminal, StdinLock};

use bunraku::Session;
use bunraku::diag::render::Style;
use bunraku::diag::{Diagnostic, codes};
use bunraku::edition::{Edition, PUPPET8};
use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::error::ReadlineError;
use rustyline::highlight::{CmdKind, Highlighter};
use rustyline::hint::Hinter;
use rustyline::history::FileHistory;
use rustyline::validate::Validator;
use rustyline::{ColorMode, CompletionType, Config, Context, Editor, Helper};

use super::complete::Known;
use super::{complete, highlight, history, input};

/// How many inputs the history keeps.
const HISTORY: usize = 5_000;

/// The prompt of the first line of an input.
const PROMPT: &str = "> ";

/// The prompt of its other lines.
const CONTINUATION: &str = ". ";

pub enum Reader {
    /// A terminal.
    Terminal(Box<Editor<Assistant, FileHistory>>),
    /// A pipe or a file.
    Pipe(StdinLock<'static>, &'static Edition),
}

/// Of an input with more lines than these, not each line is tried as the last one: that takes time quadratic in their number.
const LONG: usize = 1_000;

impl Reader {
    /// Opens standard input.
    pub fn new(style: Style) -> Result<Reader, Box<Diagnostic>> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Reader::Pipe(io::stdin().lock(), &PUPPET8));
        }
        let color = if style == Style::Ansi { ColorMode::Enabled } else { ColorMode::Disabled };
        let config = Config::builder()
            .color_mode(color)
            .completion_type(CompletionType::List)
            .history_ignore_space(true)
            .max_history_size(HISTORY)
            .and_then(|builder| builder.history_ignore_dups(true))
            .map_err(|error| broken(&error))?
            .build();
        let mut editor = Editor::with_config(config).map_err(|error| broken(&error))?;
        editor.set_helper(Some(Assistant {
            known: Known::default(),
            edition: &PUPPET8,
            before: String::new(),
            files: FilenameCompleter::new(),
        }));
        if let Some(path) = history::path() {
            // The first session has no history, and an unreadable history must not prevent a session.
            let _ = editor.load_history(&path);
        }
        Ok(Reader::Terminal(Box::new(editor)))
    }

    /// Whether a person is at the terminal.
    pub fn is_interactive(&self) -> bool {
        matches!(self, Reader::Terminal(_))
    }

    /// Updates the names available to the next input, and its edition. The names are only collected for a person who may
    /// complete them: doing so for each of many inputs would take time quadratic in their number.
    pub fn know(&mut self, session: &mut Session) {
        let edition = session.program().edition;
        match self {
            Reader::Terminal(editor) => {
                if let Some(assistant) = editor.helper_mut() {
                    assistant.known = Known::of(session);
                    assistant.edition = edition;
                }
            }
            Reader::Pipe(_, of_input) => *of_input = edition,
        }
    }

    /// Reads the next input, as many lines as it needs to be complete; `None` at the end.
    pub fn read(&mut self) -> Result<Option<String>, Box<Diagnostic>> {
        match self {
            Reader::Terminal(editor) => read_terminal(editor),
            Reader::Pipe(lines, edition) => {
                let mut text = String::new();
                let (mut count, mut next) = (0, 0);
                while count < next || text.is_empty() || input::is_incomplete(&text, &edition.syntax) {
                    if count >= LONG.max(next) {
                        next = count + count / 64;
                    }
                    match lines.read_line(&mut text) {
                        Ok(0) => break,
                        Ok(_) => count += 1,
                        Err(error) => {
                            let message = format!("cannot read standard input: {error}");
                            return Err(Box::new(Diagnostic::error(codes::UNREADABLE_FILE, message)));
                        }
                    }
                }
                Ok(Some(text).filter(|text| !text.is_empty()))
            }
        }
    }
}

fn read_terminal(editor: &mut Editor<Assistant, FileHistory>) -> Result<Option<String>, Box<Diagnostic>> {
    let mut text = String::new();
    loop {
        let edition = editor.helper_mut().map_or(&PUPPET8, |assistant| {
            assistant.before.clone_from(&text);
            assistant.edition
        });
        match editor.readline(if text.is_empty() { PROMPT } else { CONTINUATION }) {
            Ok(line) => text.push_str(&line),
            // Ctrl-C discards the current input.
            Err(ReadlineError::Interrupted) => return Ok(Some(String::new())),
            Err(ReadlineError::Eof) => return Ok(None),
            Err(error) => return Err(broken(&error)),
        }
        if !input::is_incomplete(&text, &edition.syntax) {
            break;
        }
        text.push('\n');
    }
    let _ = editor.add_history_entry(text.as_str());
    if let Some(path) = history::path() {
        // Saved after each input, so that nothing is lost however the session ends.
        let _ = path.parent().map(fs::create_dir_all);
        let _ = editor.append_history(&path);
    }
    Ok(Some(text))
}

#[cold]
fn broken(error: &ReadlineError) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::UNREADABLE_FILE, format!("cannot use the terminal: {error}")))
}

/// Completion and highlighting for the line editor.
pub struct Assistant {
    known: Known,
    edition: &'static Edition,
    /// The previous lines of the current input.
    before: String,
    files: FilenameCompleter,
}

impl Helper for Assistant {}

impl Hinter for Assistant {
    type Hint = String;
}

impl Validator for Assistant {}

impl Completer for Assistant {
    type Candidate = Pair;

    fn complete(&self, line: &str, cursor: usize, cx: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        if self.before.is_empty() && line.trim_start().starts_with(":load ") {
            return self.files.complete(line, cursor, cx);
        }
        let text = format!("{}{line}", self.before);
        let (start, names) = complete::candidates(&text, self.before.len() + cursor, &self.known);
        let shown = |name: &str| name.trim_matches(['\'', '"', ']']).to_owned();
        let pairs = names.into_iter().map(|name| Pair { display: shown(&name), replacement: name });
        Ok((start.saturating_sub(self.before.len()), pairs.collect()))
    }
}

impl Highlighter for Assistant {
    fn highlight<'l>(&self, line: &'l str, _cursor: usize) -> Cow<'l, str> {
        Cow::Owned(match self.before.as_str() {
            "" => highlight::paint(line, &self.edition.syntax),
            before => highlight::paint_line(before, line, &self.edition.syntax),
        })
    }

    fn highlight_char(&self, _line: &str, _cursor: usize, kind: CmdKind) -> bool {
        kind != CmdKind::MoveCursor
    }
}
