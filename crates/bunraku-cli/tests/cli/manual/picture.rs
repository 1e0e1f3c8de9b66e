//! The picture of a terminal in the README and the manual, drawn from the program's output. `BLESS=1` redraws it.
#![allow(clippy::panic, reason = "a test fails by it")]

use std::fmt::Write;
use std::fs;

use super::page::{Step, repository};
use super::{copy, run};

/// The commands that are shown. Those without coloured output are only run.
const COMMANDS: [&str; 4] = [
    "cd examples/control-repo",
    "bunraku why db01 --facts facts 'Class[profile::database]' version",
    "sed -i 's/{memory}MB/{memry}MB/' site/profile/manifests/database.pp",
    "bunraku check --only compile",
];

const COLUMNS: usize = 112;
const CHARACTER: f32 = 8.4;
const LINE: usize = 20;
const MARGIN: usize = 18;
const BAR: usize = 32;

#[test]
fn the_picture_shows_what_is_printed() {
    let files = copy();
    let mut here = files.path("");
    let mut lines = Vec::new();
    for command in COMMANDS {
        let shown = command.starts_with("bunraku ");
        let text = if shown { format!("{command} --color always") } else { command.to_owned() };
        let (_, said) = run(&files, &mut here, &Step { command: text, text: "" });
        if shown {
            if !lines.is_empty() {
                lines.push(String::new());
            }
            lines.push(format!("\u{1b}[32m$\u{1b}[0m \u{1b}[1m{command}\u{1b}[0m"));
            lines.extend(said.lines().map(str::to_owned));
        }
    }
    assert!(lines.iter().any(|line| line.contains("\u{1b}[1m")), "there are colours: {lines:#?}");
    let picture = draw(&lines);
    let path = repository().join("docs/images/terminal.svg");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &picture).unwrap();
    }
    let current = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        current == picture,
        "docs/images/terminal.svg is not current: BLESS=1 cargo test -p bunraku-cli picture"
    );
}

fn draw(lines: &[String]) -> String {
    let width = MARGIN * 2 + (COLUMNS as f32 * CHARACTER) as usize;
    let height = BAR + MARGIN + lines.len() * LINE + MARGIN / 2;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         role=\"img\" aria-label=\"bunraku in a terminal\">\n\
         <style>text {{ font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; \
         fill: #d6deeb; white-space: pre }} .b {{ font-weight: 700 }}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"#0f1724\"/>\n"
    );
    for (x, color) in [(20, "#ff5f57"), (40, "#febc2e"), (60, "#28c840")] {
        let _ = writeln!(out, "<circle cx=\"{x}\" cy=\"{}\" r=\"6\" fill=\"{color}\"/>", BAR / 2 + 2);
    }
    for (index, line) in lines.iter().enumerate() {
        let y = BAR + MARGIN + index * LINE;
        let _ = writeln!(out, "<text x=\"{MARGIN}\" y=\"{y}\" xml:space=\"preserve\">{}</text>", spans(line));
    }
    out.push_str("</svg>\n");
    out
}

/// Converts the escape sequences of a line to styles.
fn spans(line: &str) -> String {
    let (mut out, mut style, mut column) = (String::new(), Style::default(), 0);
    for (index, part) in line.split("\u{1b}[").enumerate() {
        let text = match part.split_once('m').filter(|_| index > 0) {
            Some((codes, text)) => {
                codes.split(';').for_each(|code| style.apply(code));
                text
            }
            None => part,
        };
        let left = COLUMNS.saturating_sub(column);
        let shown: String = if text.chars().count() > left {
            text.chars().take(left.saturating_sub(1)).chain(['…']).collect()
        } else {
            text.to_owned()
        };
        column += text.chars().count();
        if left > 0 && !shown.is_empty() {
            out.push_str(&style.wrap(&escaped(&shown)));
        }
    }
    out
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// How characters are drawn.
#[derive(Default)]
struct Style {
    is_bold: bool,
    color: Option<&'static str>,
}

impl Style {
    fn apply(&mut self, code: &str) {
        match code {
            "0" | "" => *self = Style::default(),
            "1" => self.is_bold = true,
            "2" => self.color = Some("#7f8fa6"),
            "31" | "91" => self.color = Some("#ff6b6b"),
            "32" | "92" => self.color = Some("#7bd88f"),
            "33" | "93" => self.color = Some("#f7c948"),
            "34" | "94" => self.color = Some("#6cb6ff"),
            "35" | "95" => self.color = Some("#d2a8ff"),
            "36" | "96" => self.color = Some("#5ad4e6"),
            other => panic!("the picture does not know the style {other}"),
        }
    }

    fn wrap(&self, text: &str) -> String {
        let bold = if self.is_bold { " class=\"b\"" } else { "" };
        match self.color {
            None if !self.is_bold => text.to_owned(),
            None => format!("<tspan{bold}>{text}</tspan>"),
            Some(color) => format!("<tspan{bold} fill=\"{color}\">{text}</tspan>"),
        }
    }
}
