//! What holds for every regular expression, and what Ruby says about it where there is one.

use std::{
    cell::RefCell,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use bunraku_regexp::{ErrorKind, Regexp};

/// Searches for the pattern on the first line in the string below it.
pub(super) fn check(text: &str) -> Result<(), String> {
    let (pattern, text) = text.split_once('\n').unwrap_or((text, ""));
    let ours = match Regexp::new(pattern) {
        Err(error) if matches!(error.kind, ErrorKind::TooDeep | ErrorKind::TooLarge) => return Ok(()),
        Err(_) => "error".to_owned(),
        Ok(regexp) => {
            consistent(&regexp, text)?;
            match regexp.find(text) {
                Err(_) => return Ok(()),
                Ok(None) => "nil".to_owned(),
                Ok(Some(found)) => {
                    let groups = found.groups().map(|group| match group {
                        Some(range) => format!("{}-{}", range.start, range.end),
                        None => "nil".to_owned(),
                    });
                    groups.collect::<Vec<String>>().join(" ")
                }
            }
        }
    };
    // What is not supported is known, and so is that Onigmo sometimes ends a group before its start.
    let known = |theirs: &str| {
        ["limit", "raises"].contains(&theirs)
            || ours == "error" && pattern.contains("(?~")
            // Onigmo makes alternatives of a letter without case, which no condition may have.
            || theirs == "error" && pattern.contains("(?i") && pattern.contains("(?(")
            // Whether a loop may end Onigmo decides by the character that follows where its group is written, also where
            // the group is called: `(a*)a\g<1>` does not match `a`.
            || pattern.contains("\\g") && pattern.contains(['*', '+', '{'])
            // How large Onigmo's code for such a letter is decides what a group has after an empty round.
            || pattern.contains("(?i") && theirs.split(' ').next() == ours.split(' ').next()
            || theirs
                .split(' ')
                .filter_map(|group| group.split_once('-'))
                .any(|(start, end)| start.parse::<usize>().ok() > end.parse::<usize>().ok())
    };
    match ask_ruby(pattern, text) {
        Some(theirs) if theirs != ours && !known(&theirs) => {
            Err(format!("we say {ours}, Ruby says {theirs}"))
        }
        _ => Ok(()),
    }
}

/// All matches come one after the other, and putting each in its own place changes nothing.
fn consistent(regexp: &Regexp, text: &str) -> Result<(), String> {
    let mut end = 0;
    for found in regexp.find_iter(text) {
        let Ok(found) = found else { return Ok(()) };
        // `\K` and look-behinds may start a match before the end of the last one.
        if found.end() < end || found.start() > found.end() || text.get(found.range()).is_none() {
            return Err("matches are out of order".to_owned());
        }
        end = found.end();
    }
    if !regexp.source().contains("\\K")
        && regexp.replace_all(text, "\\0").is_ok_and(|replaced| replaced != text)
    {
        return Err("matches replaced by themselves change the string".to_owned());
    }
    Ok(())
}

struct Ruby {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Drop for Ruby {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What Ruby answers, if there is a Ruby.
fn ask_ruby(pattern: &str, text: &str) -> Option<String> {
    thread_local! {
        static RUBY: RefCell<Option<Ruby>> = RefCell::new(start());
    }
    let hex = |text: &str| text.bytes().map(|byte| format!("{byte:02x}")).collect::<String>();
    RUBY.with_borrow_mut(|ruby| {
        let running = ruby.as_mut()?;
        writeln!(running.to, "{} {}", hex(pattern), hex(text)).ok()?;
        let mut answer = String::new();
        running.from.read_line(&mut answer).ok().filter(|length| *length > 0)?;
        Some(answer.trim_end().to_owned())
    })
}

fn start() -> Option<Ruby> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("ruby/regexps.rb");
    let mut command = Command::new("ruby");
    let child =
        command.arg("-Ku").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = child.spawn().ok()?;
    let (to, from) = (child.stdin.take()?, BufReader::new(child.stdout.take()?));
    Some(Ruby { child, to, from })
}
