//! `cargo xtask compare-syntax`: compares our parser with Puppet's, on files and on files with typical mistakes.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use bunraku_corpus::{cases, mutate, random::Random};
use bunraku_edition::PUPPET8;
use bunraku_syntax::{SourceKind, decode, parse, pn};

use crate::{
    arguments::Arguments,
    puppet::{HttpResponse, Puppet, install, value},
};

/// Where Debian's packages install modules.
const DEBIAN_MODULES: &str = "/usr/share/puppet/modules.available";

/// How many differences are shown.
const SHOWN: usize = 40;

/// Compares the two parsers and returns whether they agree.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let modules = arguments.option("--modules").map(PathBuf::from);
    let checkout = arguments.option("--puppet").map(PathBuf::from);
    let mutations = arguments.number("--mutate")?.unwrap_or(0);
    let seed = arguments.number("--seed")?.unwrap_or(1);
    let keep = arguments.folder_for_output("--keep")?;
    arguments.done()?;
    let mut puppet = Puppet::start_or_install(checkout.as_deref())?;
    let sources = sources(modules.as_deref())?;
    println!("Puppet {}, {} files", puppet.version, sources.len());
    let mut agree = true;
    let mut report = Report { keep: keep.clone(), ..Report::default() };
    for source in &sources {
        report.compare(&mut puppet, &source.name, &source.text, source.kind)?;
    }
    agree &= report.print("files and programs");
    if mutations > 0 {
        let mut random = Random::new(seed);
        let mut report = Report { keep, ..Report::default() };
        for number in 0..mutations {
            let source = &sources[random.below(sources.len())];
            let text = mutate::slip(&source.text, source.kind, &mut random);
            let name = format!("slip {number} of {}", source.name);
            report.compare(&mut puppet, &name, &text, source.kind)?;
        }
        agree &= report.print(&format!("slips, seed {seed}"));
    }
    Ok(agree)
}

/// A source to compare.
pub struct Source {
    /// The file or case it comes from.
    pub name: String,
    /// The source code.
    pub text: String,
    /// Whether it is a manifest or a template.
    pub kind: SourceKind,
}

/// The manifests and templates of modules, and the programs of the conformance cases.
fn sources(modules: Option<&Path>) -> Result<Vec<Source>, String> {
    let mut sources = module_sources(modules)?;
    let programs =
        cases::programs(&cases::folder()).map_err(|error| format!("tests/conformance: {error}"))?;
    for program in programs {
        sources.push(Source { name: program.name, text: program.text, kind: SourceKind::Manifest });
    }
    Ok(sources)
}

/// The manifests and templates of a folder of modules, by default those of Debian's packages.
pub fn module_sources(modules: Option<&Path>) -> Result<Vec<Source>, String> {
    let folder = match modules {
        Some(folder) => folder,
        None => {
            if !Path::new(DEBIAN_MODULES).exists() {
                install_modules()?;
            }
            Path::new(DEBIAN_MODULES)
        }
    };
    let files =
        cases::files(folder, &["pp", "epp"]).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sources = Vec::new();
    for file in files {
        let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        // Files with a byte order mark or in another encoding say nothing about the grammar.
        let Ok(text) = decode(&bytes) else { continue };
        let template = file.extension().is_some_and(|ending| ending == "epp");
        let kind = if template { SourceKind::Template } else { SourceKind::Manifest };
        sources.push(Source { name: file.display().to_string(), text: text.to_owned(), kind });
    }
    Ok(sources)
}

fn install_modules() -> Result<(), String> {
    let list = Command::new("apt-cache").args(["pkgnames", "puppet-module-"]).output();
    let names = list.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let names: Vec<&str> = names.lines().collect();
    if names.is_empty() {
        return Err("there are no modules: give a folder with `--modules DIR`".to_owned());
    }
    install(&names)
}

/// The results of the comparison.
#[derive(Default)]
struct Report {
    counts: BTreeMap<&'static str, usize>,
    differences: Vec<String>,
    /// Where sources that differ are saved.
    keep: Option<PathBuf>,
}

impl Report {
    fn compare(
        &mut self,
        puppet: &mut Puppet,
        name: &str,
        text: &str,
        kind: SourceKind,
    ) -> Result<(), String> {
        let theirs = puppet.parse(text, kind == SourceKind::Template)?;
        let tree = parse(text, kind, &PUPPET8.syntax);
        let first = tree.errors().first();
        let line = first.map(|error| line_of(text, error.range.start));
        let class = match (&theirs, first) {
            (HttpResponse::Broken, _) => "Puppet's parser breaks down",
            (HttpResponse::Pattern, _) => "Puppet stops at a regular expression",
            (HttpResponse::Untold, None) => "accepted by both, no notation",
            (HttpResponse::Tree(theirs), None) => {
                let ours = pn::json(&tree, text, &PUPPET8.syntax);
                if value(&ours).is_ok_and(|ours| ours == *theirs) { "equal trees" } else { "DIFFERENT TREES" }
            }
            (HttpResponse::Rejected(None, _), Some(_)) => "rejected by both, Puppet names no line",
            (HttpResponse::Rejected(Some(theirs), _), Some(_)) if line == Some(*theirs) => {
                "rejected on the same line"
            }
            (HttpResponse::Rejected(..), Some(_)) => "REJECTED ON DIFFERENT LINES",
            (HttpResponse::Rejected(..), None) => "REJECTED BY PUPPET ONLY",
            (HttpResponse::Tree(_) | HttpResponse::Untold, Some(_)) => "REJECTED BY US ONLY",
        };
        *self.counts.entry(class).or_default() += 1;
        if class.chars().all(|c| !c.is_lowercase()) {
            let theirs = match &theirs {
                HttpResponse::Rejected(line, message) => format!("line {line:?}: {message}"),
                HttpResponse::Tree(tree) => tree.to_string(),
                HttpResponse::Untold | HttpResponse::Pattern | HttpResponse::Broken => "accepted".to_owned(),
            };
            let ours = match first {
                Some(error) => format!("line {line:?}: {}", error.message),
                None => pn::json(&tree, text, &PUPPET8.syntax),
            };
            let (theirs, ours) = from_difference(&theirs, &ours);
            self.differences.push(format!("{class}: {name}\n  Puppet:  {theirs}\n  bunraku: {ours}"));
            if let Some(folder) = &self.keep {
                let ending = if kind == SourceKind::Template { "epp" } else { "pp" };
                let file = folder.join(format!("{}.{ending}", self.differences.len()));
                fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
            }
        }
        Ok(())
    }

    fn print(&self, what: &str) -> bool {
        for difference in self.differences.iter().take(SHOWN) {
            println!("{difference}");
        }
        if self.differences.len() > SHOWN {
            println!("... and {} more differences", self.differences.len() - SHOWN);
        }
        println!("{what}:");
        for (class, count) in &self.counts {
            println!("{count:>7}  {class}");
        }
        self.differences.is_empty()
    }
}

/// The line of an offset, starting from one.
fn line_of(text: &str, offset: u32) -> u64 {
    let before = text.as_bytes().get(..offset as usize).unwrap_or_default();
    1 + before.iter().filter(|&&byte| byte == b'\n').count() as u64
}

/// Shortens two strings to where they start to differ, with some context.
fn from_difference(left: &str, right: &str) -> (String, String) {
    let same = left.chars().zip(right.chars()).take_while(|(a, b)| a == b).count();
    let from = if same > 60 { same - 40 } else { 0 };
    let piece = |text: &str| text.chars().skip(from).take(200).collect();
    (piece(left), piece(right))
}
