//! The manual pages: one for each command, generated from its help, and one for `bunraku.toml`, generated from the
//! table of settings.

use bunraku_config::{FILE_NAME, Kind, SETTINGS, Setting};
use clap::Command;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, italic, roman};

/// A manual page.
pub struct Page {
    /// The file name, which ends with the section: `bunraku-compile.1`.
    pub name: String,
    /// The roff source.
    pub text: String,
}

/// The version and date in the header and footer of each page.
struct Edition<'a> {
    version: &'a str,
    date: &'a str,
}

/// Generates all pages.
pub fn pages(version: &str, date: &str) -> Result<Vec<Page>, String> {
    let edition = Edition { version, date };
    let mut root = bunraku_cli::command();
    root.build();
    let mut pages = Vec::new();
    add_command(&root, &edition, &mut pages)
        .map_err(|error| format!("cannot write a manual page: {error}"))?;
    pages.push(Page { name: format!("{FILE_NAME}.5"), text: settings_page(&edition) });
    pages.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(pages)
}

fn add_command(command: &Command, edition: &Edition, pages: &mut Vec<Page>) -> std::io::Result<()> {
    let name = page_name(command);
    let help = Help::of(command);
    let man = Man::new(without_help_command(command).long_about(help.description.clone()))
        .title(name.to_uppercase())
        .section("1")
        .date(edition.date)
        .source(format!("bunraku {}", edition.version))
        .manual("User Commands");
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    let usage = command.clone().render_usage().to_string();
    let usage = usage.trim_start_matches("Usage:").trim().to_owned();
    text.extend(section("SYNOPSIS", |roff| {
        roff.text([bold(usage)]);
    }));
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.get_subcommands().any(is_shown) {
        man.render_subcommands_section(&mut text)?;
    }
    text.extend(section("EXIT STATUS", |roff| match &help.exit_status {
        Some(status) => paragraphs(roff, status),
        None => paragraphs(roff, "0 if all is well, 2 if the command line is wrong."),
    }));
    if let Some(examples) = &help.examples {
        text.extend(section("EXAMPLES", |roff| as_written(roff, examples)));
    }
    text.extend(see_also(command, &name));
    pages.push(Page { name: format!("{name}.1"), text: String::from_utf8_lossy(&text).into_owned() });
    command.get_subcommands().filter(|sub| is_shown(sub)).try_for_each(|sub| add_command(sub, edition, pages))
}

/// The parts of a command's help that become sections of a page.
struct Help {
    description: String,
    exit_status: Option<String>,
    examples: Option<String>,
}

impl Help {
    /// Splits the help: its text ends with a paragraph about the exit status, and examples follow the options.
    fn of(command: &Command) -> Help {
        let about =
            command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
        let is_status = |paragraph: &&str| paragraph.starts_with("The exit status is");
        let description: Vec<&str> = about.split("\n\n").filter(|paragraph| !is_status(paragraph)).collect();
        let mut exit_status = about.split("\n\n").find(is_status).map(str::to_owned);
        let after = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        let mut examples = None;
        for part in after.split("\n\n") {
            if let Some(lines) = part.strip_prefix("Examples:\n") {
                examples = Some(lines.to_owned());
            } else if let Some(lines) = part.strip_prefix("Exit status:\n") {
                exit_status = Some(lines.to_owned());
            }
        }
        Help { description: description.join("\n\n"), exit_status, examples }
    }
}

fn see_also(command: &Command, name: &str) -> Vec<u8> {
    section("SEE ALSO", |roff| {
        let mut pages: Vec<String> =
            command.get_subcommands().filter(|sub| is_shown(sub)).map(|sub| page_name(sub) + "(1)").collect();
        if name != "bunraku" {
            let above = name.rsplit_once('-').map_or("bunraku", |(above, _)| above);
            // `bunraku-why-not` is a command by itself, not a subcommand of `bunraku why`.
            let above = if command.get_bin_name().is_some_and(|name| name.matches(' ').count() == 1) {
                "bunraku"
            } else {
                above
            };
            pages.insert(0, format!("{above}(1)"));
        }
        pages.push(format!("{FILE_NAME}(5)"));
        roff.text([roman(pages.join(", "))]);
    })
}

fn is_shown(command: &Command) -> bool {
    command.get_name() != "help" && !command.is_hide_set()
}

/// Removes `help`, which has no page, from lists of subcommands.
fn without_help_command(command: &Command) -> Command {
    let hide = |sub: Command| if is_shown(&sub) { sub } else { sub.hide(true) };
    command.clone().mut_subcommands(hide)
}

fn page_name(command: &Command) -> String {
    command.get_display_name().unwrap_or(command.get_name()).to_owned()
}

fn settings_page(edition: &Edition) -> String {
    let mut roff = Roff::new();
    let source = format!("bunraku {}", edition.version);
    roff.control("TH", [&*FILE_NAME.to_uppercase(), "5", edition.date, &source, "File Formats"]);
    roff.control("SH", ["NAME"]);
    roff.text([roman(format!("{FILE_NAME} - settings of a project for bunraku"))]);
    roff.control("SH", ["DESCRIPTION"]);
    paragraphs(
        &mut roff,
        "The commands validate, lint, fmt, check and compile read the settings of a project from bunraku.toml, in the folder of \
         the first path that they are given or in the nearest folder above it. Options of the command line have the last word, \
         and --isolated leaves the file unread. The file is TOML; the part of a name before the last dot is its table. Paths \
         begin in the folder of the file.\n\nAn unknown name or a value of the wrong type is an error.",
    );
    roff.control("SH", ["SETTINGS"]);
    for setting in SETTINGS {
        roff.control("TP", []);
        roff.text([bold(setting.key), roman(" = "), italic(kind(setting))]);
        roff.text([roman(format!("{}.", setting.about))]);
        if !setting.default.is_empty() {
            roff.text([roman("Default: "), bold(setting.default), roman(".")]);
        }
        if let Some(option) = setting.option {
            roff.text([roman("Option: "), bold(option), roman(".")]);
        }
    }
    roff.control("SH", ["EXAMPLES"]);
    as_written(
        &mut roff,
        "  strict = \"warning\"\n\n  [fmt]\n  line-width = 100\n\n  [lint.rules]\n  documentation = \"off\"",
    );
    roff.control("SH", ["SEE ALSO"]);
    roff.text([roman("bunraku-config(1), bunraku-check(1)")]);
    roff.to_roff()
}

/// The type of a setting.
fn kind(setting: &Setting) -> String {
    let words = |list: Vec<&str>| list.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join("|");
    match setting.kind {
        Kind::Switch => "true|false".to_owned(),
        Kind::Number(least, most) => format!("{least}..{most}"),
        Kind::Choice(list) => words(list()),
        Kind::Choices(list) => format!("[{}, ...]", words(list())),
        Kind::Path => "\"PATH\"".to_owned(),
        Kind::Paths => "[\"PATH\", ...]".to_owned(),
        Kind::Strings => "[\"STRING\", ...]".to_owned(),
        Kind::Rules => format!("{{ RULE = {} }}", words(bunraku_config::LEVELS.to_vec())),
    }
}

fn section(title: &str, write: impl FnOnce(&mut Roff)) -> Vec<u8> {
    let mut roff = Roff::new();
    roff.control("SH", [title]);
    write(&mut roff);
    roff.render().into_bytes()
}

/// Formats paragraphs. Indented lines, which form a table of exit statuses, are not filled.
fn paragraphs(roff: &mut Roff, text: &str) {
    for line in text.lines() {
        match line.trim_start().split_once("  ") {
            Some((status, meaning)) if line.starts_with("  ") => {
                roff.control("TP", []);
                roff.text([bold(status)]);
                roff.text([roman(meaning)]);
            }
            _ if line.is_empty() => {
                roff.control("PP", []);
            }
            _ => {
                if text.lines().any(|line| line.starts_with("  ")) {
                    roff.control("PP", []);
                }
                roff.text([roman(line)]);
            }
        }
    }
}

/// Formats preformatted lines.
fn as_written(roff: &mut Roff, text: &str) {
    roff.control("nf", []);
    for line in text.lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
}

#[cfg(test)]
mod tests {
    use super::pages;

    #[test]
    fn every_command_has_a_page_with_all_sections() {
        let pages = pages("1.2.3", "2026-01-02").unwrap();
        let names: Vec<&str> = pages.iter().map(|page| &*page.name).collect();
        for name in
            ["bunraku.1", "bunraku-compile.1", "bunraku-ca-sign.1", "bunraku-why-not.1", "bunraku.toml.5"]
        {
            assert!(names.contains(&name), "{name} is missing in {names:?}");
        }
        assert!(!names.iter().any(|name| name.contains("help")), "{names:?}");
        for page in pages.iter().filter(|page| page.name.ends_with(".1")) {
            for section in ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "\"EXIT STATUS\"", "\"SEE ALSO\""] {
                assert!(
                    page.text.contains(&format!(".SH {section}")),
                    "{} has no {section}:\n{}",
                    page.name,
                    page.text
                );
            }
            assert!(page.text.contains("2026-01-02"), "{} has no date", page.name);
        }
    }

    #[test]
    fn the_page_of_settings_has_all_of_them() {
        let pages = pages("1.2.3", "2026-01-02").unwrap();
        let page = pages.iter().find(|page| page.name == "bunraku.toml.5").unwrap();
        for setting in bunraku_config::SETTINGS {
            let name = setting.key.replace('-', "\\-");
            assert!(page.text.contains(&name), "{} is missing:\n{}", setting.key, page.text);
        }
    }
}
