//! Commands that pages only mention: the command and each of its options must exist.

use std::collections::HashMap;
use std::fs;

use super::page::{pages, repository};
use crate::support::folder;

/// Pages that show commands of earlier versions.
const HISTORY: [&str; 2] = ["CHANGELOG.md", "docs/decisions/"];

#[test]
fn every_command_that_is_mentioned_exists() {
    let files = folder(&[]);
    let mut helps: HashMap<Vec<String>, Option<String>> = HashMap::new();
    let (mut wrong, mut mentions) = (Vec::new(), 0);
    for path in pages() {
        let shown = path.strip_prefix(repository()).unwrap().display().to_string();
        if HISTORY.iter().any(|part| shown.contains(part)) {
            continue;
        }
        let mut fenced = false;
        for (index, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            fenced ^= line.trim_start().starts_with("```");
            for words in mentioned(line, fenced || line.starts_with("    ")) {
                mentions += 1;
                let mut help = |command: &[String]| {
                    let known = helps.entry(command.to_vec()).or_insert_with(|| {
                        let args: Vec<&str> =
                            ["help"].into_iter().chain(command.iter().map(String::as_str)).collect();
                        let run = files.run(&args);
                        (run.status == 0).then_some(run.stdout)
                    });
                    known.clone()
                };
                if let Err(problem) = check(&words, &mut help) {
                    wrong.push(format!("{shown}:{}: {problem}: {}", index + 1, words.join(" ")));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(mentions > 200, "only {mentions} commands were found");
}

/// The commands in a line: as a line of code, or in code spans.
fn mentioned(line: &str, is_code: bool) -> Vec<Vec<String>> {
    let words = |text: &str| {
        let until = text.split([';', '|', '&', '>', '<', '#']).next().unwrap_or_default();
        until.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let is_command = |code: &&str| code.starts_with("bunraku ");
    if is_code {
        let code = line.trim_start_matches([' ', '$', '-']);
        let code = code.trim_start_matches("run: ").trim_start_matches("exec ").trim_start_matches("sh '");
        return Some(code).filter(is_command).map(words).into_iter().collect();
    }
    line.split('`').skip(1).step_by(2).filter(is_command).map(words).collect()
}

/// Checks a command. Uppercase words are placeholders.
fn check(words: &[String], help: &mut dyn FnMut(&[String]) -> Option<String>) -> Result<(), String> {
    let is_plain =
        |word: &&String| word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && !word.starts_with('-');
    let Some(name) = words.get(1).filter(is_plain) else { return Ok(()) };
    if name == "help" {
        return Ok(());
    }
    let mut command = vec![name.clone()];
    let mut page = help(&command).ok_or("there is no such command")?;
    // The program's name may be followed by prose: `bunraku on the path`.
    if page.contains("\nCommands:\n")
        && let Some(inner) = words.get(2).filter(is_plain)
    {
        command.push(inner.clone());
        page = help(&command).ok_or("there is no such command")?;
    }
    for word in words.iter().skip(1) {
        let option = word.split(['=', '[', ']', ',', '\'', '"']).next().unwrap_or_default();
        let is_option = option.len() > 2 && option.starts_with("--");
        let is_check = option.ends_with("-check") || option.contains("NAME");
        if is_option && !is_check && !names(&page, option) {
            return Err(format!("`{option}` is not an option of `{}`", command.join(" ")));
        }
    }
    Ok(())
}

/// Whether a help page describes an option.
fn names(help: &str, option: &str) -> bool {
    let described = help.lines().filter(|line| line.trim_start().starts_with('-'));
    described.flat_map(|line| line.split([' ', ',', '[', '='])).any(|word| word == option)
        || matches!(option, "--help" | "--version")
}
