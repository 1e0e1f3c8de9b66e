//! Reads inputs: with a line editor on a terminal, line by line from a pipe.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fs;
use std::io::{self, BufRead, IsTerminal, StdinLock};
use std::rc::Rc;

use bunraku::Session;
use bunraku::diag::render::Style;
use bunraku::diag::{Diagnostic, codes};
use bunraku::edition::Edition;
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
    Pipe(StdinLock<'static>),
}

/// Of an input with more lines than these, not each line is tried as the last one: that takes time quadratic in their number.
const LONG: usize = 1_000;

impl Reader {
    /// Opens standard input. On a terminal, names of the session can be completed.
    pub fn new(style: Style, session: &Rc<RefCell<Session>>) -> Result<Reader, Box<Diagnostic>> {
        if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
            return Ok(Reader::Pipe(io::stdin().lock()));
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
            session: Rc::clone(session),
            edition: session.borrow().program().edition,
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

    /// Reads the next input in an edition, as many lines as it needs to be complete; `None` at the end.
    pub fn read(&mut self, edition: &'static Edition) -> Result<Option<String>, Box<Diagnostic>> {
        match self {
            Reader::Terminal(editor) => read_terminal(editor, edition),
            Reader::Pipe(lines) => {
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

fn read_terminal(
    editor: &mut Editor<Assistant, FileHistory>,
    edition: &'static Edition,
) -> Result<Option<String>, Box<Diagnostic>> {
    let mut text = String::new();
    loop {
        if let Some(assistant) = editor.helper_mut() {
            assistant.before.clone_from(&text);
            assistant.edition = edition;
        }
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
    session: Rc<RefCell<Session>>,
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
        // Collected when somebody asks: to do so for each of many inputs would take time quadratic in their number.
        let known = Known::of(&self.session.borrow());
        let (start, names) = complete::candidates(&text, self.before.len() + cursor, &known);
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
