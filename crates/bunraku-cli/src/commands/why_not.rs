//! `bunraku why-not`: explains why a class or resource is not in a catalog.

use std::path::PathBuf;

use bunraku::Program;
use bunraku::diag::{Diagnostic, Source, codes};
use bunraku::insight::why as reasons;
use bunraku::loader::Module;

use super::{Status, compile, why};
use crate::args::{Color, Compile, WhyNot};
use crate::files::{self, Content};
use crate::report::{Refusal, Reporter};

/// Runs the command.
pub fn run(args: &WhyNot, color: Color) -> Status {
    why::tell(&args.node, color, args.output.as_deref(), |compilation, reporter| {
        answer(args, compilation, reporter)
    })
}

fn answer(args: &WhyNot, compilation: &Compile, reporter: &mut Reporter) -> Result<Option<String>, Refusal> {
    let (type_name, title) = why::parts(&args.resource)?;
    let Some(catalog) = compile::catalog(compilation, reporter)? else { return Ok(None) };
    if why::find(&catalog, &args.resource).is_ok_and(|resource| !resource.is_virtual) {
        let message = format!("the catalog of `{}` contains `{}`", catalog.header().name, args.resource);
        let help =
            format!("`bunraku why {} '{}'` shows where it comes from", catalog.header().name, args.resource);
        return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
    }
    let sources = manifests(compilation)?;
    let found = reasons::missing(&catalog, &sources, type_name, title);
    let title = format!("Why {} is not on {}", args.resource, catalog.header().name);
    Ok(Some(why::shown(args.format, &title, &found)))
}

/// The manifests and functions of the environment and its modules, or the single manifest being compiled.
fn manifests(compilation: &Compile) -> Result<Vec<Source>, Refusal> {
    let site = compilation.site.or_current();
    let program: Program = compilation.conditions.program()?;
    let mut paths: Vec<PathBuf> = compilation.path.clone().into_iter().collect();
    if let Some(site) = site.open_if_given(&program)? {
        if paths.is_empty() {
            paths.extend(site.environment.manifests.iter().cloned());
        }
        let folders = |module: &Module| ["manifests", "functions"].map(|name| module.path.join(name));
        let own = site.environment.folder.iter().map(|folder| folder.join("functions"));
        let folders = site.environment.modules.iter().flat_map(folders).chain(own);
        paths.extend(folders.filter(|folder| folder.is_dir()));
    }
    let found = files::find(&paths, "-")?;
    let text = |input: &files::Input| match input.read() {
        Content::Text(source) => Some(source),
        Content::Broken(..) => None,
    };
    Ok(found.inputs.iter().filter(|input| input.ending() == "pp").filter_map(text).collect())
}
