//! Commands as data: what to run, on whose behalf, within which limits, and the result.

use std::{ffi::OsString, fmt, io, path::PathBuf, time::Duration};

use crate::Refused;

/// A command to run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    /// The program or shell command.
    pub invocation: Invocation,
    /// On whose behalf it runs, which determines whether it may.
    pub asked_by: AskedBy,
    /// The folder that it runs in; `None` for the current folder of the process.
    pub folder: Option<PathBuf>,
    /// The data that it reads.
    pub input: Input,
    /// Whether standard error is captured separately.
    pub streams: Streams,
    /// How long it may take and how much it may print.
    pub limits: CommandLimits,
}

/// What to start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Invocation {
    /// A program with its arguments, without a shell.
    Program {
        /// The path of the program, or a name to look up in `PATH`.
        program: OsString,
        /// The arguments, without the program itself.
        arguments: Vec<OsString>,
    },
    /// A command for `/bin/sh`. The file of [`Input::File`] is `$0` in it.
    Shell(String),
}

/// On whose behalf a command runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AskedBy {
    /// The code of a site or its modules, whose author is not trusted: it may only run commands if that is allowed.
    /// They run in the C locale and without `HOME`.
    Code,
    /// The settings of an environment, such as `config_version`, which come with its code: they may only run commands
    /// if that is allowed.
    Environment,
    /// The settings of the installation or the command line, such as a node classifier. Their author decides what runs.
    Settings,
}

/// The data that a command reads.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Input {
    /// Standard input is empty.
    #[default]
    Nothing,
    /// These bytes are written to standard input.
    Stdin(Vec<u8>),
    /// These bytes are in a temporary file while the command runs; its path is the last argument.
    File(Vec<u8>),
}

/// Whether the two output streams of a command are captured separately.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum Streams {
    /// Standard output and standard error are captured separately.
    #[default]
    Apart,
    /// Both are in [`Output::stdout`], in the order in which they were printed.
    Together,
}

/// How long a command may take and how much it may print.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandLimits {
    /// When this time has passed, the command and its child processes are killed.
    pub time: Duration,
    /// When it has printed this many bytes to one stream, the command and its child processes are killed.
    pub output: usize,
}

impl Default for CommandLimits {
    /// Two minutes and 64 MiB: more than any legitimate command was seen to need.
    fn default() -> CommandLimits {
        CommandLimits { time: Duration::from_secs(120), output: 64 << 20 }
    }
}

impl Command {
    /// A program without arguments, with the default limits.
    pub fn program(asked_by: AskedBy, program: impl Into<OsString>) -> Command {
        let invocation = Invocation::Program { program: program.into(), arguments: Vec::new() };
        Command::new(asked_by, invocation)
    }

    /// A shell command, with the default limits.
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

    /// Adds arguments to a program; does nothing for a shell command.
    #[must_use]
    pub fn args(mut self, more: impl IntoIterator<Item = impl Into<OsString>>) -> Command {
        if let Invocation::Program { arguments, .. } = &mut self.invocation {
            arguments.extend(more.into_iter().map(Into::into));
        }
        self
    }
}

/// The output of a command that has finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Output {
    /// How it ended.
    pub status: Status,
    /// Standard output, and standard error if the streams are captured together.
    pub stdout: Vec<u8>,
    /// Standard error, if the streams are captured separately.
    pub stderr: Vec<u8>,
}

/// How a command ended. Displayed like the operating system does: `exit status: 1`, `signal: 9 (SIGKILL)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It exited with this status; 0 means success.
    Code(i32),
    /// It was terminated, as the operating system describes.
    Stopped(String),
}

impl Status {
    /// Whether it exited with status 0.
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

/// Why a command has no output.
#[derive(Debug)]
#[non_exhaustive]
pub enum CommandError {
    /// The command is not allowed.
    Refused(Refused),
    /// It could not be started, or its output could not be read.
    Io(io::Error),
    /// It took longer than this and was killed.
    TimedOut(Duration),
    /// It printed more bytes than this and was killed.
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
