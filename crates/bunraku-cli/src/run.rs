//! Running the commands of a program, for `--allow-commands`.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Read, Seek, Write},
    path::PathBuf,
    process::{self, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use bunraku_eval::Command;

/// What a command prints, errors included, or why it failed.
pub fn run(command: &Command) -> Result<String, String> {
    answer(command).unwrap_or_else(|error| Err(error.to_string()))
}

fn answer(command: &Command) -> io::Result<Result<String, String>> {
    let Some((program, arguments)) = command.words.split_first() else {
        return Ok(Err("it is empty".to_owned()));
    };
    let text = command.text.as_deref().map(Scratch::with).transpose()?;
    let mut printed = Scratch::with("")?;
    let mut process = process::Command::new(program);
    // Commands answer in the same language for everybody, and know nobody's home.
    process.args(arguments).env("LANG", "C").env("LC_ALL", "C").env_remove("HOME");
    process.args(text.as_ref().map(|text| &text.path));
    process.stdin(Stdio::null()).stdout(printed.file.try_clone()?).stderr(printed.file.try_clone()?);
    if let Some(folder) = &command.folder {
        process.current_dir(folder);
    }
    let status = process.status()?;
    let mut bytes = Vec::new();
    printed.file.rewind()?;
    printed.file.read_to_end(&mut bytes)?;
    let printed = String::from_utf8_lossy(&bytes).into_owned();
    Ok(if status.success() { Ok(printed) } else { Err(format!("{status}: {}", printed.trim_end())) })
}

/// A file of our own that goes when it is not needed any more.
struct Scratch {
    path: PathBuf,
    file: File,
}

impl Scratch {
    fn with(text: &str) -> io::Result<Scratch> {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("bunraku-{}-{number}", process::id()));
        let mut options = OpenOptions::new();
        // `create_new` follows no link that somebody else has put there.
        options.read(true).append(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(&path)?;
        file.write_all(text.as_bytes())?;
        Ok(Scratch { path, file })
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.path);
    }
}
