//! `bunraku test --snapshot`: compares catalogs with text files kept with the code.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bunraku::diag::{Diagnostic, codes};
use bunraku::insight::lines::unified;
use bunraku::insight::listing;
use bunraku::pcore::Hash;
use clap::{Args as _, FromArgMatches as _};

use super::init::create;
use super::{open, print};
use crate::args::{Color, Compile, Conditions, LogFormat, Test};
use crate::commands::{Status, compile};
use crate::facts::systems;
use crate::files::reason;
use crate::output;
use crate::report::{Refusal, Reporter};
use crate::site::SiteArgs;

/// The listings of catalogs by name; `None` for a catalog that failed to compile.
type Listings = BTreeMap<String, Option<String>>;

const ENDING: &str = ".txt";

/// Compares the catalogs. With `--bless`, updates the files that differ.
pub fn run(args: &Test, folder: &Path, color: Color) -> Result<Status, Refusal> {
    let folder = args.module.join(folder);
    let mut reporter = Reporter::new(LogFormat::Text, color);
    let listings = match &args.nodes_from {
        Some(nodes) => of_nodes(args, nodes, &mut reporter)?,
        None => of_classes(args, &mut reporter)?,
    };
    let mut counts = Counts::default();
    for (name, listing) in &listings {
        match listing {
            Some(listing) => compare(args, &folder, name, listing, &mut counts)?,
            None => counts.failed += 1,
        }
    }
    forget(args, &folder, &listings, &mut counts)?;
    print(&counts.text(args.bless));
    Ok(if counts.is_fine(args.bless) { Status::Fine } else { Status::Problems })
}

/// The number of catalogs by outcome.
#[derive(Default)]
struct Counts {
    same: usize,
    different: usize,
    new: usize,
    gone: usize,
    failed: usize,
}

impl Counts {
    fn is_fine(&self, blessed: bool) -> bool {
        self.failed == 0 && (blessed || self.different + self.new + self.gone == 0)
    }

    fn text(&self, blessed: bool) -> String {
        let Counts { same, different, new, gone, failed } = self;
        let counts = format!("{same} same, {different} different, {new} new, {gone} gone, {failed} failed\n");
        match different + new + gone {
            0 => counts,
            _ if blessed => format!("{counts}snapshots saved\n"),
            _ => format!("{counts}run with `--bless` to save the current catalogs\n"),
        }
    }
}

/// The catalogs of a module's classes, each with the facts of each operating system.
fn of_classes(args: &Test, reporter: &mut Reporter) -> Result<Listings, Refusal> {
    let suite = open(args)?;
    let known = suite.classes();
    let classes: Vec<String> = match args.classes.as_slice() {
        [] => known
            .iter()
            .filter(|class| class.is_class && class.required.is_empty())
            .map(|class| class.name.clone())
            .collect(),
        named => named.iter().map(|name| name.trim_start_matches("::").to_lowercase()).collect(),
    };
    if classes.is_empty() {
        let message =
            format!("folder `{}` contains no class without required parameters", args.module.display());
        let help = "choose classes with `--class`, or nodes of an environment with `--nodes-from`";
        return Err(Diagnostic::error(codes::WRONG_USE, message).help(help).into());
    }
    let wanted = if args.facts_of.is_empty() { vec!["debian-12".to_owned()] } else { args.facts_of.clone() };
    let mut listings = BTreeMap::new();
    for system in &wanted {
        for class in &classes {
            let name = format!("{}.{system}", class.replace("::", "."));
            let node = "snapshot.example.com";
            let listing = listing_of(&suite, node, facts(system, node)?, class, reporter);
            listings.insert(name, listing);
        }
    }
    Ok(listings)
}

fn facts(system: &str, node: &str) -> Result<Hash, Refusal> {
    systems::facts(system, node).ok_or_else(|| {
        let message = format!("no built-in facts for system `{system}`");
        let names: Vec<&str> = systems::names().collect();
        Diagnostic::error(codes::WRONG_USE, message)
            .help(format!("known systems: {}", names.join(", ")))
            .into()
    })
}

fn listing_of(
    suite: &bunraku_rspec::Suite,
    node: &str,
    facts: Hash,
    class: &str,
    reporter: &mut Reporter,
) -> Option<String> {
    let mut outcome = suite.compile(node, facts, &format!("include {class}\n"))?;
    let catalog = outcome.catalog.take().filter(|_| outcome.error().is_none());
    if catalog.is_none() {
        reporter.begin(class);
        reporter.outcome(outcome.log, outcome.diagnostics, &outcome.sources);
    }
    catalog.map(|catalog| listing::of(&catalog))
}

/// The catalogs of the nodes of an environment.
fn of_nodes(args: &Test, nodes: &Path, reporter: &mut Reporter) -> Result<Listings, Refusal> {
    let matches = Conditions::augment_args(clap::Command::new("snapshot")).try_get_matches_from(["snapshot"]);
    let conditions = matches.and_then(|matches| Conditions::from_arg_matches(&matches));
    let conditions = conditions.map_err(|error| Diagnostic::error(codes::WRONG_USE, error.to_string()))?;
    let site = SiteArgs {
        environment: Some(args.module.clone()),
        confdir: None,
        modulepath: args.modulepath.clone(),
        hiera_config: None,
    };
    compile::catalogs(&Compile::new(site, conditions), nodes, reporter, listing::of)
}

fn compare(
    args: &Test,
    folder: &Path,
    name: &str,
    listing: &str,
    counts: &mut Counts,
) -> Result<(), Refusal> {
    let path = folder.join(format!("{name}{ENDING}"));
    match fs::read_to_string(&path) {
        Ok(kept) if kept == listing => {
            counts.same += 1;
            return Ok(());
        }
        Ok(kept) => {
            counts.different += 1;
            print(&unified(name, &kept, listing));
        }
        Err(_) if !path.exists() => {
            counts.new += 1;
            print(&format!("{name} is new\n"));
        }
        Err(error) => {
            let message = format!("cannot read `{}`: {}", path.display(), reason(&error));
            return Err(Diagnostic::error(codes::UNREADABLE_FILE, message).into());
        }
    }
    if args.bless {
        create(folder)?;
        output::save(&path, listing)?;
    }
    Ok(())
}

/// Reports files whose catalog no longer exists, and removes them with `--bless`. Does nothing if classes or systems
/// were selected, since then only some catalogs were compiled.
fn forget(args: &Test, folder: &Path, listings: &Listings, counts: &mut Counts) -> Result<(), Refusal> {
    if !args.classes.is_empty() || !args.facts_of.is_empty() {
        return Ok(());
    }
    let mut gone: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(ENDING)?.to_owned()))
        .filter(|name| !listings.contains_key(name))
        .collect();
    gone.sort();
    for name in gone {
        counts.gone += 1;
        print(&format!("{name} is gone\n"));
        if args.bless {
            let path = folder.join(format!("{name}{ENDING}"));
            fs::remove_file(&path).map_err(|error| {
                let message = format!("cannot remove `{}`: {}", path.display(), reason(&error));
                Diagnostic::error(codes::UNWRITABLE_FILE, message)
            })?;
        }
    }
    Ok(())
}
