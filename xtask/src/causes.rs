//! `cargo xtask check-causes`: checks for every parameter of every node of a real environment that a cause is recorded
//! and leads to where the value comes from.

use std::{collections::BTreeMap, fs, path::PathBuf};

use bunraku::catalog::Cause;

use crate::{
    arguments::Arguments,
    nodes::{known_nodes, program, site},
};

/// Prints how many parameters have each kind of cause, and those whose cause leads nowhere.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let environment =
        arguments.option("--environment").map(PathBuf::from).ok_or("--environment DIR is missing")?;
    let work = move || check(&environment);
    let thread = std::thread::Builder::new().stack_size(1 << 28).spawn(work);
    thread.map_err(|error| error.to_string())?.join().map_err(|_| "a compilation panicked".to_owned())?
}

fn check(environment: &std::path::Path) -> Result<bool, String> {
    let site = site(environment)?;
    let (mut counts, mut wrong, mut parameters) = (BTreeMap::<&str, usize>::new(), 0, 0);
    for node in known_nodes(environment)? {
        let facts = environment.join("facts").join(format!("{node}.json"));
        let outcome = program(&node, &facts)?.compile(&site);
        let problem = outcome.error().map(|error| error.message.clone()).unwrap_or_default();
        let catalog = outcome.catalog.ok_or_else(|| format!("{node} does not compile: {problem}"))?;
        for param in catalog.resources().flat_map(|resource| &resource.params) {
            parameters += 1;
            *counts.entry(catalog.cause(param).map_or("none", name)).or_default() += 1;
        }
        for problem in catalog.unexplained(|path| fs::read_to_string(path).ok()) {
            wrong += 1;
            println!("{node}: {problem}");
        }
    }
    for (name, count) in counts {
        println!("{count:>8} {name}");
    }
    println!("{} of {parameters} parameters are explained", parameters - wrong);
    Ok(wrong == 0)
}

fn name(cause: &Cause) -> &'static str {
    match cause {
        Cause::Attribute(_) => "attribute",
        Cause::Default(_) => "default",
        Cause::ResourceDefault(_) => "resource default",
        Cause::Override { .. } => "override",
        Cause::Collector { .. } => "collector",
        Cause::Arrows { .. } => "arrow",
        Cause::Call { .. } => "call",
        Cause::Flow { .. } => "flow",
        Cause::Assigned(_) => "node classifier",
        Cause::Data { .. } => "data",
        Cause::Foreign { .. } => "foreign code",
        Cause::Stage(_) => "stage",
        _ => "other",
    }
}
