//! The commands of the REPL: inputs that start with a colon.

use std::path::{Path, PathBuf};

use bunraku::catalog::Resource;
use bunraku::diag::{Diagnostic, Sources, codes, nearest};
use bunraku::edition::{EDITIONS, Edition};
use bunraku::pcore::{Value, infer, notation};
use bunraku::syntax::{SourceKind, dump};

use super::{Next, Repl, docs, session};
use crate::args::LineFormat;
use crate::files::{self, Content};
use crate::report::Reporter;

/// The names of all commands, with their arguments and descriptions.
pub const COMMANDS: [(&str, &str, &str); 11] = [
    (":type", "EXPR", "show the type of a value"),
    (":ast", "EXPR", "show how code is parsed, without evaluating it"),
    (":vars", "", "show the variables that have been set"),
    (":resources", "", "show the resources that have been declared"),
    (":doc", "NAME", "show the manual of a function, type, class or defined type"),
    (":facts", "", "show the facts of the node"),
    (":load", "FILE", "evaluate a manifest and keep its definitions"),
    (":edition", "[NAME]", "show the edition, or restart in another one"),
    (":reset", "", "forget all variables, definitions and resources"),
    (":help", "[NAME]", "show this help; with a name, the same as `:doc`"),
    (":quit", "", "exit; Ctrl-D does the same"),
];

/// A command.
#[derive(Debug, PartialEq, Eq)]
pub enum Command<'t> {
    /// `:type EXPR`
    Type(&'t str),
    /// `:ast EXPR`
    Ast(&'t str),
    /// `:vars`
    Vars,
    /// `:resources`
    Resources,
    /// `:doc NAME`
    Doc(&'t str),
    /// `:facts`
    Facts,
    /// `:load FILE`
    Load(PathBuf),
    /// `:edition [NAME]`
    Edition(Option<&'t str>),
    /// `:reset`
    Reset,
    /// `:help`
    Help,
    /// `:quit`
    Quit,
}

impl<'t> Command<'t> {
    /// Parses an input; `None` if it is code and not a command.
    pub fn parse(text: &'t str) -> Option<Result<Command<'t>, Box<Diagnostic>>> {
        let (name, rest) = split(text)?;
        let given = Some(rest).filter(|rest| !rest.is_empty());
        Some(match (name, given) {
            (":type", Some(code)) => Ok(Command::Type(code)),
            (":ast", Some(code)) => Ok(Command::Ast(code)),
            (":load", Some(path)) => Ok(Command::Load(PathBuf::from(path))),
            (":vars", None) => Ok(Command::Vars),
            (":resources", None) => Ok(Command::Resources),
            (":doc" | ":help" | ":h" | ":?", Some(name)) => Ok(Command::Doc(name)),
            (":facts", None) => Ok(Command::Facts),
            (":edition", name) => Ok(Command::Edition(name)),
            (":reset", None) => Ok(Command::Reset),
            (":help" | ":h" | ":?", None) => Ok(Command::Help),
            (":quit" | ":q" | ":exit", None) => Ok(Command::Quit),
            _ => Err(misused(name)),
        })
    }

    /// The code in an input that is a command with code.
    pub fn code(text: &'t str) -> Option<&'t str> {
        let (name, rest) = split(text)?;
        Some(if matches!(name, ":type" | ":ast") { rest } else { "" })
    }
}

impl Repl {
    /// Executes a command.
    pub(super) fn command(&mut self, command: Command<'_>) -> Next {
        match command {
            Command::Quit => return Next::Quit,
            Command::Help => self.print(&help()),
            Command::Doc(name) => {
                let page = docs::page(name, &self.session());
                match page {
                    Ok(page) => self.print(&page),
                    Err(reason) => self.fail(*reason),
                }
            }
            Command::Vars => self.show_variables(),
            Command::Resources => self.show_resources(),
            Command::Type(code) => self.show_type(code),
            Command::Ast(code) => self.show_tree(code),
            Command::Facts => self.show_facts(),
            Command::Load(path) => self.load(&path),
            Command::Edition(None) => {
                let name = self.edition().name;
                self.print(&format!("{name}\n"));
            }
            Command::Edition(Some(name)) => self.change_edition(name),
            Command::Reset => {
                let (program, site) = (self.session().program().clone(), self.session().site().cloned());
                *self.session_mut() = session(program, site);
            }
        }
        Next::Go
    }

    fn show_type(&mut self, code: &str) {
        if let Some(value) = self.evaluate("<type>", code) {
            let rules = &self.edition().types;
            let text = notation::notation(rules, &infer::detailed(rules, &value));
            self.print_code(&text);
        }
    }

    fn show_tree(&mut self, code: &str) {
        let tree = bunraku::syntax::parse(code, SourceKind::Manifest, &self.edition().syntax);
        self.print(&dump::tree(&tree, code));
        let mut sources = Sources::new();
        let file = sources.add(bunraku::diag::Source::new("<ast>", code));
        let mut reporter = Reporter::for_program(LineFormat::Text, self.color, self.detail);
        for error in tree.errors() {
            reporter.report(error.to_diagnostic(file), &sources);
        }
        self.failed |= reporter.errors > 0;
    }

    fn show_variables(&mut self) {
        let rules = &self.edition().types;
        let variables = self.session().variables();
        let lines: Vec<String> = variables
            .iter()
            .map(|(name, value)| format!("${name} = {}", notation::literal(rules, value)))
            .collect();
        if lines.is_empty() {
            self.print("no variables have been set; `:facts` shows the facts of the node\n");
        }
        lines.iter().for_each(|line| self.print_code(line));
    }

    fn show_resources(&mut self) {
        let line = |resource: &Resource| {
            let note = if resource.is_virtual { " (virtual)" } else { "" };
            format!("{}{note}\n", resource.reference())
        };
        let text: String = self.session().resources().map(line).collect();
        self.print(if text.is_empty() { "no resources have been declared\n" } else { &text });
    }

    fn show_facts(&mut self) {
        let rules = &self.edition().types;
        let line = |(name, value): (&Value, &Value)| {
            format!("{} => {}", name.as_str().unwrap_or(""), notation::literal(rules, value))
        };
        let lines: Vec<String> = self.session().program().facts.iter().map(line).collect();
        if lines.is_empty() {
            self.print("no facts: start with `bunraku repl --facts FILE` or `--facts-of debian-12`\n");
        }
        lines.iter().for_each(|line| self.print_code(line));
    }

    fn load(&mut self, path: &Path) {
        let input = match files::find_one(path, "-").map(|input| (input.read(), input.name)) {
            Ok(input) => input,
            Err(reason) => return self.fail(*reason),
        };
        match input {
            (Content::Text(source), name) => drop(self.evaluate(&name, source.text())),
            (Content::Broken(_, reason), _) => self.fail(Diagnostic { primary: None, ..reason }),
        }
    }

    fn change_edition(&mut self, name: &str) {
        let Some(edition) = Edition::find(name) else {
            let names = EDITIONS.map(|edition| edition.name);
            let reason = Diagnostic::error(codes::WRONG_USE, format!("unknown edition `{name}`"));
            return self.fail(reason.help(format!("valid editions: {}", names.join(", "))));
        };
        // Values and definitions are specific to an edition, so the session starts over.
        let mut program = self.session().program().clone();
        program.edition = edition;
        match self.site_args.open_if_given(&program) {
            Ok(site) => *self.session_mut() = session(program, site),
            Err(reason) => self.fail(*reason),
        }
    }
}

/// Splits a command into its name and its arguments.
fn split(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    // `::name` is a qualified name, not a command.
    if !text.starts_with(':') || text.starts_with("::") {
        return None;
    }
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    // Line breaks inside are significant, such as those of a heredoc.
    Some((
        name,
        if rest.trim().is_empty() {
            ""
        } else if matches!(name, ":type" | ":ast") {
            rest
        } else {
            rest.trim()
        },
    ))
}

fn misused(name: &str) -> Box<Diagnostic> {
    let known = COMMANDS.iter().find(|command| command.0 == name);
    let message = match known {
        Some((name, "", _)) => format!("`{name}` takes no argument"),
        Some((name, argument, _)) => format!("missing argument: `{name}` takes {argument}"),
        None => format!("unknown command `{name}`"),
    };
    let reason = Diagnostic::error(codes::WRONG_USE, message);
    Box::new(match nearest(name, COMMANDS.iter().map(|command| command.0)).filter(|_| known.is_none()) {
        Some(similar) => reason.help(format!("did you mean `{similar}`?")),
        None => reason.help("`:help` lists the commands"),
    })
}

fn help() -> String {
    let mut text =
        "Enter expressions, statements and definitions, over several lines if needed:\n\
         input ends when it is complete.\nThe value of the last expression is shown. Variables and definitions are kept.\n\n"
            .to_owned();
    for (name, argument, about) in COMMANDS {
        text.push_str(&format!("  {:20}  {about}\n", format!("{name} {argument}")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::Command;

    #[test]
    fn commands() {
        let parse =
            |text: &'static str| Command::parse(text).map(|command| command.map_err(|error| error.message));
        assert_eq!(parse("$x"), None);
        assert_eq!(parse("::a"), None);
        assert_eq!(parse(" :type  [1,\n2]"), Some(Ok(Command::Type(" [1,\n2]"))));
        assert_eq!(parse(":edition "), Some(Ok(Command::Edition(None))));
        assert_eq!(parse(":edition spec\n"), Some(Ok(Command::Edition(Some("spec")))));
        assert_eq!(parse(":q"), Some(Ok(Command::Quit)));
        assert_eq!(parse(":type"), Some(Err("missing argument: `:type` takes EXPR".to_owned())));
        assert_eq!(parse(":facts x"), Some(Err("`:facts` takes no argument".to_owned())));
        assert_eq!(parse(":tpye 1"), Some(Err("unknown command `:tpye`".to_owned())));
    }
}
