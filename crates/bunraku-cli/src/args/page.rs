//! Generates `docs/commands.md`, the manual page with all commands and options, from their definitions.

#![expect(clippy::unwrap_used, reason = "a test fails by it")]

use std::fmt::Write;
use std::iter;
use std::path::Path;

use clap::{Arg, Command, CommandFactory};

use super::Args;

const HEAD: &str = "\
# Commands and options

<!-- Generated from the definitions of the command line: BLESS=1 cargo test -p bunraku-cli --lib page -->

What `bunraku help COMMAND` prints, on one page. [The command line](cli.md) explains what commands share: where code and facts
come from, exit statuses, colors.
";

/// An option that at least this many commands share is described once for all of them.
const MANY: usize = 6;

#[test]
fn the_page_of_commands_is_current() {
    let mut root = Args::command();
    root.build();
    let mut page = String::from(HEAD);
    writeln!(page, "\n| command | what it does |\n|---|---|").unwrap();
    for command in shown(&root) {
        let name = command.get_name();
        writeln!(page, "| [`{name}`](#{name}) | {} |", cell(&about(command))).unwrap();
    }
    writeln!(page, "\n## Options of all commands\n").unwrap();
    write_rows(
        &mut page,
        &root.get_arguments().filter(|arg| arg.is_global_set()).map(row).collect::<Vec<_>>(),
    );
    let shared = shared(&root);
    writeln!(page, "\n## Shared options\n\nEach command lists the shared options that it accepts.\n")
        .unwrap();
    write_rows(&mut page, &shared);
    for command in shown(&root) {
        write_command(&mut page, command, command.get_name(), "##", &shared);
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/commands.md");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let current = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(current == page, "docs/commands.md is not current: BLESS=1 cargo test -p bunraku-cli --lib page");
}

/// An argument as it is written, and its description.
type Row = (String, String);

/// The options that many commands share, in order of first use.
fn shared(root: &Command) -> Vec<Row> {
    let mut seen: Vec<(Row, usize)> = Vec::new();
    for command in shown(root).flat_map(|command| iter::once(command).chain(shown(command))) {
        for row in command.get_arguments().filter(|arg| is_its_own(arg)).map(row) {
            match seen.iter_mut().find(|(known, _)| *known == row) {
                Some((_, count)) => *count += 1,
                None => seen.push((row, 1)),
            }
        }
    }
    seen.into_iter().filter(|(_, count)| *count >= MANY).map(|(row, _)| row).collect()
}

/// The subcommands of a command, except `help`.
fn shown(command: &Command) -> impl Iterator<Item = &Command> {
    command.get_subcommands().filter(|command| command.get_name() != "help" && !command.is_hide_set())
}

fn about(command: &Command) -> String {
    command.get_about().map(ToString::to_string).unwrap_or_default()
}

fn write_command(page: &mut String, command: &Command, name: &str, heading: &str, shared: &[Row]) {
    let string = command.get_long_about().map_or_else(|| about(command), ToString::to_string);
    writeln!(page, "\n{heading} `{name}`\n\n{}", prose(&string)).unwrap();
    let usage = command.clone().render_usage().to_string();
    let forms: Vec<&str> = usage.trim_start_matches("Usage: ").lines().map(str::trim_start).collect();
    writeln!(page, "\n```text\n{}\n```", forms.join("\n")).unwrap();
    let rows = command.get_arguments().filter(|arg| is_its_own(arg)).map(row);
    let (common, own): (Vec<Row>, Vec<Row>) = rows.partition(|row| shared.contains(row));
    if !own.is_empty() {
        page.push('\n');
        write_rows(page, &own);
    }
    if !common.is_empty() {
        let names = common.iter().map(|(spelled, _)| format!("`{}`", option(spelled))).collect::<Vec<_>>();
        writeln!(page, "\n[Shared options](#shared-options): {}.", names.join(", ")).unwrap();
    }
    if let Some(examples) = command.get_after_help() {
        let examples = examples.to_string();
        let lines: Vec<&str> = examples.lines().filter(|line| *line != "Examples:").collect();
        let lines = lines.iter().map(|line| line.strip_prefix("  ").unwrap_or(line)).collect::<Vec<_>>();
        writeln!(page, "\n```text\n{}\n```", lines.join("\n")).unwrap();
    }
    for inner in shown(command) {
        write_command(page, inner, &format!("{name} {}", inner.get_name()), "###", shared);
    }
}

/// The option without the name of its value.
fn option(spelled: &str) -> &str {
    spelled.split([' ', '[', '`']).next().unwrap_or_default()
}

/// Whether an argument is visible and specific to its command.
fn is_its_own(arg: &Arg) -> bool {
    !arg.is_global_set() && !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str())
}

fn write_rows(page: &mut String, rows: &[Row]) {
    page.push_str("| | |\n|---|---|\n");
    for (spelled, string) in rows {
        writeln!(page, "| `{spelled}` | {string} |").unwrap();
    }
}

fn row(argument: &Arg) -> Row {
    let string =
        argument.get_long_help().or(argument.get_help()).map(ToString::to_string).unwrap_or_default();
    let mut string = cell(&string);
    if argument.get_action().takes_values() {
        let values = argument.get_possible_values();
        let values: Vec<_> = values.iter().filter(|value| !value.is_hide_set()).collect();
        let are_plain = values.iter().all(|value| value.get_help().is_none());
        let separator = if are_plain { ", " } else { "<br>" };
        let shown: Vec<String> = values.into_iter().map(shown_value).collect();
        if !shown.is_empty() {
            string = format!("{string}<br>{}", shown.join(separator));
        }
        let default: Vec<_> =
            argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        if !default.is_empty() {
            string = format!("{string}<br>Default: `{}`.", default.join(" "));
        }
    }
    (cell(&spelled(argument)), string)
}

/// A possible value with its description.
fn shown_value(value: &clap::builder::PossibleValue) -> String {
    match value.get_help() {
        Some(help) => format!("`{}`: {}", value.get_name(), cell(&help.to_string())),
        None => format!("`{}`", value.get_name()),
    }
}

/// An argument as it is written, with the names of its values.
fn spelled(argument: &Arg) -> String {
    argument.to_string().replace(['<', '>'], "").replace("...", "…")
        + &argument
            .get_short()
            .filter(|_| argument.get_long().is_some())
            .map_or_else(String::new, |short| format!("`, `-{short}"))
}

/// Paragraphs with escaped angle brackets, which Markdown would take for HTML.
fn prose(text: &str) -> String {
    text.lines().map(outside_code).collect::<Vec<_>>().join("\n")
}

/// Makes a string fit into a table cell.
fn cell(text: &str) -> String {
    prose(text).replace("\n\n", "<br>").replace('\n', " ").replace('|', "\\|")
}

fn outside_code(line: &str) -> String {
    let parts = line.split('`').enumerate().map(|(index, part)| match index % 2 {
        0 => part.replace('<', "&lt;").replace('>', "&gt;"),
        _ => part.to_owned(),
    });
    parts.collect::<Vec<_>>().join("`")
}
