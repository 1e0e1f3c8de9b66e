//! `bunraku functions`: lists the functions or describes one.

pub mod modules;

use std::fmt::Write;

use bunraku::diag::{Diagnostic, codes, json::Json, nearest};
use bunraku::edition::PUPPET8;
use bunraku::functions::Symbol;
use bunraku::functions::{About, Native};
use bunraku::{Program, Site};

use super::Status;
use crate::args::{Color, Functions, LogFormat, ManualFormat};
use crate::output;
use crate::report::Reporter;
use crate::terminal;

/// Runs the command.
pub fn run(args: &Functions, color: Color) -> Status {
    match shown(args) {
        Ok(text) => output::show(&text),
        Err(reason) => Reporter::new(LogFormat::Text, color).refuse(reason),
    }
}

fn shown(args: &Functions) -> Result<String, Box<Diagnostic>> {
    let program = Program::new(&PUPPET8);
    let site = args.site.or_current().open_if_given(&program)?;
    Ok(match &args.name {
        Some(name) => find(name, site.as_ref())?.page(args.format),
        None => list(args.format, site.as_ref()),
    })
}

/// A function and its documentation.
pub struct Function {
    /// The qualified name.
    pub name: String,
    /// The module it belongs to; `None` for a function of the language.
    module: Option<String>,
    /// Whether it is built in and replaces the module's implementation.
    stands_in: bool,
    /// The signatures.
    signatures: Vec<String>,
    doc: String,
}

/// Finds a function, including those of the site's modules. The error suggests a similar name.
pub fn find(name: &str, site: Option<&Site>) -> Result<Function, Box<Diagnostic>> {
    let library = bunraku::library();
    let of_module = |name| library.of_module(name).map(|(_, function)| function);
    let native = Symbol::find(name).and_then(|name| library.get(name).or_else(|| of_module(name)));
    if let Some(function) = native.and_then(Native::about) {
        return Ok(Function::built_in(function));
    }
    if let Some(function) = site.and_then(|site| modules::find(&site.environment, name)) {
        return Ok(function);
    }
    let reason = Diagnostic::error(codes::WRONG_USE, format!("unknown function `{name}`"));
    let mut names: Vec<String> = all(None).into_iter().map(|function| function.name).collect();
    names.extend(site.map(|site| site.environment.function_names()).unwrap_or_default());
    Err(Box::new(reason.help(match nearest(name, names.iter().map(String::as_str)) {
        Some(similar) => format!("did you mean `{similar}`?"),
        None => "`bunraku functions` lists all functions".to_owned(),
    })))
}

impl Function {
    fn built_in(function: &About) -> Function {
        let module = module(function).map(str::to_owned);
        Function {
            name: function.name.to_owned(),
            stands_in: module.is_some(),
            module,
            signatures: signatures(function).collect(),
            doc: function.doc.trim().to_owned(),
        }
    }

    fn page(&self, format: ManualFormat) -> String {
        match format {
            ManualFormat::Text => manual(self),
            ManualFormat::Markdown => chapter(self, 1),
            ManualFormat::Json => format!("{}\n", object(self)),
        }
    }

    /// The owner of the function, as part of a sentence.
    fn owner(&self) -> Option<String> {
        let module = self.module.as_ref()?;
        Some(match self.stands_in {
            true => format!("replaces the function of module `{module}`"),
            false => format!("a function of module `{module}`"),
        })
    }
}

/// Formats the documentation of a function for a terminal: the signatures, then the text.
pub fn manual(function: &Function) -> String {
    let mut text = String::new();
    for signature in &function.signatures {
        let _ = writeln!(text, "{signature}");
    }
    if let Some(owner) = function.owner() {
        let _ = writeln!(text, "{owner}");
    }
    if function.doc.is_empty() {
        return text;
    }
    text.push('\n');
    text.push_str(&fitted(&function.doc, terminal::is_terminal().then(terminal::width)));
    text
}

/// The text of a manual with its examples indented, and its paragraphs wrapped to a width if one is given.
fn fitted(doc: &str, width: Option<usize>) -> String {
    let (mut fitted, mut in_example, mut words) = (String::new(), false, Vec::new());
    for line in doc.lines() {
        let is_prose = !in_example && !line.is_empty() && !line.starts_with(['`', '-', '|', ' ']);
        if is_prose && width.is_some() {
            words.extend(line.split(' '));
            continue;
        }
        fitted.push_str(&terminal::wrapped(words.drain(..), "", width.unwrap_or(usize::MAX)));
        if line.starts_with("```") {
            in_example = !in_example;
        } else if in_example && !line.is_empty() {
            let _ = writeln!(fitted, "    {line}");
        } else {
            let _ = writeln!(fitted, "{line}");
        }
    }
    fitted + &terminal::wrapped(words, "", width.unwrap_or(usize::MAX))
}

/// All functions, including those of modules, sorted by name.
fn all(site: Option<&Site>) -> Vec<Function> {
    let library = bunraku::library();
    let stand_ins = library.of_modules().map(|(_, function)| function);
    let stand_ins = stand_ins.filter(|function| module(function).is_some());
    let mut all: Vec<Function> = library.iter().chain(stand_ins).map(Function::built_in).collect();
    let names = site.map(|site| site.environment.function_names()).unwrap_or_default();
    let known = |all: &[Function], name: &str| all.iter().any(|function| function.name == name);
    for name in names {
        if !known(&all, &name) {
            all.extend(site.and_then(|site| modules::find(&site.environment, &name)));
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    all
}

fn list(format: ManualFormat, site: Option<&Site>) -> String {
    let functions = all(site);
    let mut text = String::new();
    match format {
        ManualFormat::Text => {
            let width = functions.iter().map(|function| function.name.len()).max().unwrap_or(0);
            let modules = functions.iter().filter_map(|function| function.module.as_ref());
            let module_width = modules.map(String::len).max().unwrap_or(0);
            for function in &functions {
                let module = function.module.as_deref().unwrap_or("");
                let line = format!("{:width$}  {module:module_width$}  {}", function.name, summary(function));
                let _ = writeln!(text, "{}", line.trim_end());
            }
        }
        ManualFormat::Markdown => {
            text.push_str(HEAD);
            for function in &functions {
                let summary = summary(function).replace('|', "\\|");
                let anchor = function.name.replace("::", "");
                let module = function.module.as_deref().unwrap_or("");
                let _ = writeln!(text, "| [`{}`](#{anchor}) | {module} | {summary} |", function.name);
            }
            for function in &functions {
                text.push('\n');
                text.push_str(&chapter(function, 2));
            }
        }
        ManualFormat::Json => {
            let _ = writeln!(text, "{}", Json::List(functions.iter().map(object).collect()));
        }
    }
    text
}

const HEAD: &str = "\
# Functions

<!-- Generated by `bunraku functions --format markdown`: BLESS=1 cargo test -p bunraku-cli functions -->

The built-in functions. One that is listed with a module replaces that module's own code, if the modulepath has the module in a
version that behaves the same; all other functions of modules run the module's own code. `bunraku functions NAME` prints the
manual of a function. In the examples, lines that start with `>>` show what the lines before them log.

| function | module | what it does |
| --- | --- | --- |
";

fn chapter(function: &Function, level: usize) -> String {
    let mut text = format!("{} {}\n\n```puppet\n", "#".repeat(level), function.name);
    for signature in &function.signatures {
        let _ = writeln!(text, "{signature}");
    }
    let _ = writeln!(text, "```\n");
    if let Some(owner) = function.owner() {
        let (first, rest) = owner.split_at(1);
        let _ = writeln!(text, "{}{rest}.\n", first.to_uppercase());
    }
    let _ = writeln!(text, "{}", function.doc);
    text
}

fn object(function: &Function) -> Json {
    Json::Object(vec![
        ("name", Json::string(function.name.as_str())),
        ("module", Json::from(function.module.as_deref())),
        ("summary", Json::string(summary(function))),
        (
            "signatures",
            Json::List(function.signatures.iter().map(|text| Json::string(text.as_str())).collect()),
        ),
        ("manual", Json::string(function.doc.as_str())),
    ])
}

/// The module whose function it replaces; `None` for a function of the language.
fn module(function: &About) -> Option<&'static str> {
    let (library, name) = (bunraku::library(), Symbol::find(function.name)?);
    match library.get(name) {
        Some(_) => None,
        None => library.of_module(name).map(|(module, _)| module),
    }
}

/// The first sentence of the documentation.
fn summary(function: &Function) -> String {
    let paragraph: Vec<&str> = function.doc.trim().lines().take_while(|line| !line.is_empty()).collect();
    let text = paragraph.join(" ");
    let starts_sentence = |rest: &str| rest.starts_with(|char: char| char.is_uppercase() || char == '`');
    let mut ends = text.match_indices(". ").map(|(at, _)| at + 1);
    let end = ends.find(|&end| text.get(end + 1..).is_some_and(starts_sentence));
    text.get(..end.unwrap_or(text.len())).unwrap_or(&text).to_owned()
}

/// The signatures, in the notation of a function definition.
fn signatures(function: &About) -> impl Iterator<Item = String> {
    function.signatures().iter().map(|signature| {
        let call = format!("{}({})", function.name, signature.text);
        if signature.returns.is_empty() { call } else { format!("{call} >> {}", signature.returns) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paragraphs_are_wrapped_on_a_terminal() {
        let doc = "One two three\nfour.\n\n- a list stays\n\n```cases\nnotice(1, 2, 3, 4, 5)\n```\nThe end of it all.";
        assert_eq!(
            fitted(doc, Some(12)),
            "One two\nthree four.\n\n- a list stays\n\n    notice(1, 2, 3, 4, 5)\nThe end of\nit all.\n"
        );
        assert!(fitted(doc, None).starts_with("One two three\nfour.\n"));
    }
}
