//! `bunraku why`: explains where a resource or a value comes from.

mod levels;

use std::path::Path;

use bunraku::catalog::{Catalog, Resource};
use bunraku::diag::{Diagnostic, codes, nearest};
use bunraku::insight::why::{self, Reason};
use bunraku::world::FileKind;

use super::{Status, compile};
use crate::args::{Color, Compile, LogFormat, OneNode, ReasonFormat, Why};
use crate::files::text_of;
use crate::output;
use crate::report::{Refusal, Reporter};

/// Runs the command.
pub fn run(args: &Why, color: Color) -> Status {
    tell(&args.node, color, args.output.as_deref(), |compilation, reporter| {
        answer(args, compilation, reporter)
    })
}

/// Answers a question about the catalog of a node; `None` if it failed to compile, which has been reported.
pub(super) fn tell(
    node: &OneNode,
    color: Color,
    to: Option<&Path>,
    answer: impl FnOnce(&Compile, &mut Reporter) -> Result<Option<String>, Refusal>,
) -> Status {
    let compilation = node.compilation();
    let mut reporter = Reporter::for_program(LogFormat::Text, color, compilation.conditions.detail());
    match answer(&compilation, &mut reporter) {
        Ok(Some(text)) => match reporter.finish() {
            Status::Fine => match output::save(to.unwrap_or("-".as_ref()), &text) {
                Ok(status) => status,
                Err(refusal) => Reporter::new(LogFormat::Text, color).refuse(*refusal),
            },
            status => status,
        },
        Ok(None) => Status::Problems,
        Err(refusal) => reporter.refuse(refusal),
    }
}

fn answer(args: &Why, compilation: &Compile, reporter: &mut Reporter) -> Result<Option<String>, Refusal> {
    let Some(catalog) = compile::catalog(compilation, reporter)? else { return Ok(None) };
    let resource = find(&catalog, &args.resource)?;
    let reasons = match &args.parameter {
        None => why::resource(&catalog, resource),
        Some(name) => {
            let read = |path: &str| text_of(Path::new(path), FileKind::Content);
            let reasons = match resource.param(name) {
                Some(param) => Some(why::parameter(&catalog, resource, param, &read)),
                None => why::supplied(&catalog, resource, name),
            };
            let mut reasons = reasons.ok_or_else(|| unknown_parameter(resource, name))?;
            reasons.extend(why::resource(&catalog, resource));
            reasons
        }
    };
    let mut reasons = levels::add(reasons, compilation, reporter)?;
    show_data(&mut reasons);
    let about = args.parameter.as_deref().map_or_else(String::new, |name| format!(" {name}"));
    let title = format!("Why {}{about} on {}", resource.reference(), catalog.header().name);
    Ok(Some(shown(args.format, &title, &reasons)))
}

/// Formats an answer.
pub(super) fn shown(format: ReasonFormat, title: &str, reasons: &[Reason]) -> String {
    match format {
        ReasonFormat::Text => why::to_text(reasons),
        ReasonFormat::Json => why::to_json(reasons),
        ReasonFormat::Html => why::to_html(title, reasons),
    }
}

/// Splits a reference into type and title.
pub(super) fn parts(reference: &str) -> Result<(&str, &str), Box<Diagnostic>> {
    let parts =
        reference.split_once('[').and_then(|(type_name, rest)| Some((type_name, rest.strip_suffix(']')?)));
    match parts.filter(|(type_name, title)| !type_name.is_empty() && !title.is_empty()) {
        Some((type_name, title)) => Ok((type_name, unquoted(title))),
        None => {
            let message = format!("expected a reference such as `File[/etc/motd]`, got `{reference}`");
            Err(Box::new(Diagnostic::error(codes::WRONG_USE, message)))
        }
    }
}

/// A title without the quotes around it, which are those of code: a title may have some of its own.
fn unquoted(title: &str) -> &str {
    let inside =
        |quote: char| title.strip_prefix(quote)?.strip_suffix(quote).filter(|text| !text.contains(quote));
    inside('\'').or_else(|| inside('"')).unwrap_or(title)
}

/// The resource that a reference names.
pub(super) fn find<'c>(catalog: &'c Catalog, reference: &str) -> Result<&'c Resource, Box<Diagnostic>> {
    let (type_name, title) = parts(reference)?;
    let is_it = |resource: &&Resource| {
        let same_title = resource.title.as_str() == title
            || resource.type_name.as_str() == "Class" && resource.title.eq_ignore_ascii_case(title);
        resource.type_name.eq_ignore_ascii_case(type_name) && same_title
    };
    let found = catalog.find(type_name, title).or_else(|| catalog.resources().find(is_it));
    found.ok_or_else(|| {
        let names: Vec<String> = catalog.resources().map(Resource::reference).collect();
        let message = format!("the catalog of `{}` does not contain `{reference}`", catalog.header().name);
        let diagnostic = Diagnostic::error(codes::WRONG_USE, message);
        Box::new(match nearest(reference, names.iter().map(String::as_str)) {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None => diagnostic.help("`bunraku compile --format tree` shows what is in the catalog"),
        })
    })
}

fn unknown_parameter(resource: &Resource, name: &str) -> Box<Diagnostic> {
    let message = format!("`{}` has no value for the parameter `{name}`", resource.reference());
    let names: Vec<&str> = resource.params.iter().map(|param| param.name.as_str()).collect();
    let diagnostic = Diagnostic::error(codes::WRONG_USE, message);
    Box::new(match names.is_empty() {
        true => diagnostic.help("it has no parameters"),
        false => diagnostic.help(format!("its parameters: {}", names.join(", "))),
    })
}

/// Adds the lines of data files, which a catalog does not contain.
fn show_data(reasons: &mut [Reason]) {
    for place in
        reasons.iter_mut().filter_map(|reason| reason.place.as_mut()).filter(|place| place.text.is_none())
    {
        let text = text_of(Path::new(&place.file), FileKind::Content).unwrap_or_default();
        place.text =
            text.lines().nth(place.line.saturating_sub(1) as usize).map(|line| line.trim_end().to_owned());
    }
}
