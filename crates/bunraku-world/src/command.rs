//! Commands: what to run, for whom, within which limits, and what comes of it.

use std::{ffi::OsString, fmt, io, path::PathBuf, time::Duration};

use crate::Refused;

/// A command that is to be run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The program or the line of a shell.
    pub invocation: Invocation,
    /// On whose behalf it runs, which decides whether it may.
    pub asked_by: AskedBy,
    /// The folder that it runs in; without one it runs in that of the process.
    pub folder: Option<PathBuf>,
    /// What it is given to read.
    pub input: Input,
    /// Whether what it prints as errors is kept apart.
    pub streams: Streams,
    /// How long it may take and how much it may print.
    pub limits: CommandLimits,
}

/// What is started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Invocation {
    /// A program with its arguments; no shell looks at them.
    Program {
        /// The path of the program, or a name that is looked for in `PATH`.
        program: OsString,
        /// The arguments, without the program itself.
        arguments: Vec<OsString>,
    },
    /// A line for `/bin/sh`. The file of [`Input::File`] is `$0` in it.
    Shell(String),
}

/// On whose behalf a command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AskedBy {
    /// The code of a site or of its modules, which may come from anybody: it runs commands only where that is allowed.
    /// They answer in the same language for everybody and do not know whose home folder they run from.
    Code,
    /// The settings of an environment, such as `config_version`, which come with its code: they run commands only where
    /// that is allowed, too.
    Environment,
    /// The settings of the installation or the command line, such as a node classifier. Whoever writes them decides
    /// what runs.
    Settings,
}

/// What a command is given to read.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Input {
    /// Standard input is empty.
    #[default]
    Nothing,
    /// These bytes are on standard input.
    Stdin(Vec<u8>),
    /// These bytes are in a file of their own for as long as the command runs; its path is the last argument.
    File(Vec<u8>),
}

/// Whether the two streams that a command prints to are told apart.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Streams {
    /// Standard output and standard error are kept apart.
    #[default]
    Apart,
    /// Both are in [`Output::stdout`], in the order in which they were printed.
    Together,
}

/// How long a command may take and how much it may print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandLimits {
    /// After this time the command and its children are killed.
    pub time: Duration,
    /// After this many bytes on one stream the command and its children are killed.
    pub output: usize,
}

impl Default for CommandLimits {
    /// Two minutes and 64 MiB: more than any legitimate command was seen to need.
    fn default() -> CommandLimits {
        CommandLimits { time: Duration::from_secs(120), output: 64 << 20 }
    }
}

impl Command {
    /// A program without arguments, with the usual limits.
    pub fn program(asked_by: AskedBy, program: impl Into<OsString>) -> Command {
        let invocation = Invocation::Program { program: program.into(), arguments: Vec::new() };
        Command::new(asked_by, invocation)
    }

    /// A line for the shell, with the usual limits.
    pub fn shell(asked_by: AskedBy, line: impl Into<String>) -> Command {
        Command::new(asked_by, Invocation::Shell(line.into()))
    }

    fn new(asked_by: AskedBy, invocation: Invocation) -> Command {
        Command {
            invocation,
            asked_by,
            folder: None,
            input: Input::Nothing,
            streams: Streams::Apart,
            limits: CommandLimits::default(),
        }
    }

    /// Adds arguments to a program; a line for the shell has none.
    #[must_use]
    pub fn args(mut self, more: impl IntoIterator<Item = impl Into<OsString>>) -> Command {
        if let Invocation::Program { arguments, .. } = &mut self.invocation {
            arguments.extend(more.into_iter().map(Into::into));
        }
        self
    }
}

/// What a command that came to its end has printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// How it ended.
    pub status: Status,
    /// What it printed to standard output, and to standard error if the streams are together.
    pub stdout: Vec<u8>,
    /// What it printed to standard error, if the streams are apart.
    pub stderr: Vec<u8>,
}

/// How a command ended. It is written as the operating system tells it: `exit status: 1`, `signal: 9 (SIGKILL)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It ended by itself with this status; 0 means success.
    Code(i32),
    /// Something stopped it, as the operating system describes.
    Stopped(String),
}

impl Status {
    /// Whether it ended by itself with the status 0.
    pub fn is_success(&self) -> bool {
        *self == Status::Code(0)
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Status::Code(code) => write!(f, "exit status: {code}"),
            Status::Stopped(how) => f.write_str(how),
        }
    }
}

/// Why a command gives no output.
#[derive(Debug)]
pub enum CommandError {
    /// The one who asks may not run commands.
    Refused(Refused),
    /// It could not be started, or its output could not be read.
    Io(io::Error),
    /// It took longer than this, and was killed.
    TimedOut(Duration),
    /// It printed more bytes than this, and was killed.
    TooMuchOutput(usize),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CommandError::Refused(refused) => write!(f, "{refused}: {}", refused.help()),
            CommandError::Io(error) => error.fmt(f),
            CommandError::TimedOut(limit) => {
                write!(f, "it took longer than {} s and was killed", limit.as_secs_f64())
            }
            CommandError::TooMuchOutput(limit) => {
                write!(f, "it printed more than {limit} bytes and was killed")
            }
        }
    }
}

impl std::error::Error for CommandError {}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        CommandError::Io(error)
    }
}
