//! Automatic signing: by a list of names, or by a program that decides.

use std::ffi::OsString;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::{Autosign, CaSettings};

/// Whether the settings allow signing a request automatically.
pub(crate) fn allows(settings: &CaSettings, certname: &str, csr_pem: &str) -> bool {
    let path = match &settings.autosign {
        Autosign::Off => return false,
        Autosign::On => return true,
        Autosign::File(path) => path,
    };
    let Ok(metadata) = fs::metadata(path) else { return false };
    if is_executable(&metadata) {
        return asks_program(path, settings, certname, csr_pem);
    }
    match fs::read(path) {
        Ok(list) => names(&String::from_utf8_lossy(&list), path, settings, certname),
        Err(error) => {
            settings.log.warning(format!("cannot read the autosign file `{}`: {error}", path.display()));
            false
        }
    }
}

/// Whether a list contains a certname, literally or by a pattern.
fn names(list: &str, path: &Path, settings: &CaSettings, certname: &str) -> bool {
    let lines = list.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.into_iter().any(|line| {
        if line.contains(['#', ' ']) || (line.starts_with('*') && line != "*" && !line.starts_with("*.")) {
            settings.log.warning(format!("Invalid pattern '{line}' found in {}", path.display()));
            return false;
        }
        matches(line, certname)
    })
}

/// `*` matches any name, `*.example.com` all names below a domain and the domain itself; anything else is a name.
/// puppetserver treats `*web` like `*`; here it matches nothing.
fn matches(pattern: &str, certname: &str) -> bool {
    if pattern == "*" {
        return true;
    }
    let Some(domain) = pattern.strip_prefix("*.") else { return pattern == certname };
    let (domain, name) = (domain.to_lowercase(), certname.to_lowercase());
    !domain.is_empty()
        && name.strip_suffix(&domain).is_some_and(|above| above.is_empty() || above.ends_with('.'))
}

#[cfg(unix)]
fn is_executable(metadata: &fs::Metadata) -> bool {
    std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0
}

#[cfg(not(unix))]
fn is_executable(_: &fs::Metadata) -> bool {
    false
}

/// Runs the program with the certname as its argument and the request on standard input. Status 0 means to sign.
fn asks_program(program: &Path, settings: &CaSettings, certname: &str, csr_pem: &str) -> bool {
    let shown = program.display();
    settings.log.debug(format!("Executing '{shown} {certname}'"));
    let mut command = Command::new(program);
    command.arg(certname).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    for (variable, added) in [("RUBYLIB", &settings.ruby_load_path), ("GEM_PATH", &settings.gem_path)] {
        if let Some(paths) = extended(variable, added) {
            command.env(variable, paths);
        }
    }
    let outcome = command.spawn().map_err(|error| error.to_string());
    let outcome = outcome.and_then(|child| finish(child, csr_pem, settings.autosign_timeout));
    let (status, stdout, stderr) = match outcome {
        Ok(outcome) => outcome,
        Err(reason) => {
            settings
                .log
                .warning(format!("Autosign command '{shown}' rejected certificate '{certname}': {reason}"));
            return false;
        }
    };
    settings.log.debug(format!("Autosign command '{shown} {certname}' output on stdout: {stdout}"));
    if !stderr.is_empty() {
        let remark = format!("Autosign command '{shown} {certname}' generated output to stderr: {stderr}");
        settings.log.warning(remark);
    }
    if !status.success() {
        let code = status.code().map_or("a signal".to_owned(), |code| code.to_string());
        settings.log.warning(format!(
            "Autosign command '{shown}' rejected certificate '{certname}' because the exit code was {code}, not zero"
        ));
    }
    status.success()
}

/// A variable with folders added, if there are any.
fn extended(variable: &str, added: &[PathBuf]) -> Option<OsString> {
    if added.is_empty() {
        return None;
    }
    let old = std::env::var_os(variable).unwrap_or_default();
    let all =
        std::env::split_paths(&old).filter(|path| !path.as_os_str().is_empty()).chain(added.iter().cloned());
    std::env::join_paths(all).ok()
}

/// How much of a program's output is kept.
const MUCH: u64 = 64 * 1024;

fn finish(mut child: Child, input: &str, limit: Duration) -> Result<(ExitStatus, String, String), String> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let input = input.to_owned();
    // A program may decide without reading its input, and if it is killed, its children may keep the pipes open: these
    // threads are not waited for longer than the program.
    thread::spawn(move || {
        if let Some(mut stdin) = stdin {
            let _ = stdin.write_all(input.as_bytes());
        }
    });
    let (out, err) = (collect(stdout), collect(stderr));
    let deadline = Instant::now() + limit;
    let mut pause = Duration::from_millis(1);
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) if Instant::now() < deadline => thread::sleep(pause),
            Ok(None) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("it did not finish within {} seconds", limit.as_secs_f32()));
            }
            Err(error) => return Err(error.to_string()),
        }
        pause = (pause * 2).min(Duration::from_millis(50));
    };
    let rest = Duration::from_millis(200);
    Ok((status, out.recv_timeout(rest).unwrap_or_default(), err.recv_timeout(rest).unwrap_or_default()))
}

fn collect(pipe: Option<impl Read + Send + 'static>) -> std::sync::mpsc::Receiver<String> {
    let (sender, receiver) = std::sync::mpsc::channel();
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            let _ = (&mut pipe).take(MUCH).read_to_end(&mut bytes);
            // Excess output is discarded, so that the program does not block.
            let _ = std::io::copy(&mut pipe, &mut std::io::sink());
        }
        let _ = sender.send(String::from_utf8_lossy(&bytes).into_owned());
    });
    receiver
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_names_and_patterns() {
        for (list, name, expected) in [
            ("web01\n", "web01", true),
            ("web01", "web02", false),
            ("*", "anything", true),
            ("*thing", "anything", false),
            ("*.", "anything", false),
            ("*.foo.bar", "agent.foo.bar", true),
            ("*.foo.bar", "foo.bar", true),
            ("*.baz", "baz", true),
            ("*.baz", "bigbaz", false),
            ("*.QUX", "0.1.qux", true),
            ("*.foo.bar", "agent.foo.bar.com", false),
            ("# *\n\nweb01", "web01", true),
            ("# *", "web01", false),
            ("* # all", "web01", false),
            ("web01 ", "web01", false),
            ("WEB01", "web01", false),
            ("", "web01", false),
        ] {
            let settings = CaSettings::new("/ca", "/ssl");
            assert_eq!(names(list, Path::new("autosign.conf"), &settings, name), expected, "{list:?} {name}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_program_decides() {
        use std::os::unix::fs::PermissionsExt;
        let folder = std::env::temp_dir().join(format!("bunraku-autosign-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let program = folder.join("policy.sh");
        let script = "#!/bin/sh\ncase $1 in slow) exec sleep 60;; esac\ngrep -q \"csr of $1\" && [ -n \"$RUBYLIB\" ]\n";
        fs::write(&program, script).unwrap();
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
        let settings = CaSettings {
            autosign: Autosign::File(program.clone()),
            autosign_timeout: Duration::from_secs(10),
            ruby_load_path: vec![PathBuf::from("/opt/lib")],
            ..CaSettings::new("/ca", "/ssl")
        };
        assert!(allows(&settings, "web01", "csr of web01"));
        assert!(!allows(&settings, "web01", "csr of web02"));
        let hasty = CaSettings { autosign_timeout: Duration::from_millis(50), ..settings };
        let started = Instant::now();
        assert!(!allows(&hasty, "slow", "csr of slow"));
        assert!(started.elapsed() < Duration::from_secs(20));
        // The same file without the executable bit is a list of names.
        fs::set_permissions(&program, fs::Permissions::from_mode(0o644)).unwrap();
        assert!(!allows(&hasty, "web01", "csr of web01"));
        fs::remove_dir_all(&folder).unwrap();
        assert!(!allows(&hasty, "web01", "csr of web01"));
    }
}
