//! The project's own tools; `cargo xtask` lists them.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tools are programs of their own: they read, write, measure and start what they need"
)]

mod arguments;
mod book;
mod catalogs;
mod causes;
mod changes;
mod compare;
#[cfg(feature = "dist")]
mod dist;
mod fleet;
mod functions;
mod fuzz;
mod hostile;
mod lint;
mod load;
mod modules;
mod msrv;
mod nodes;
mod puppet;
mod puppetdb;
mod relationships;
mod ruby_code;
mod ruby_process;
mod server;
mod speed;
mod suites;
mod types;
mod wasm;
mod why;

use std::{fs, path::PathBuf, process::ExitCode};

use arguments::Arguments;
use bunraku_corpus::manifests;

// The program's allocator, so that measurements here match what users get.
use bunraku_memory as _;

const USAGE: &str = "\
usage: cargo xtask COMMAND

  compare-syntax [--modules DIR] [--puppet DIR] [--mutate N] [--seed N] [--keep DIR]
      compares our parser with Puppet's; status 1 on differences; --keep saves texts that differ
  check-causes --environment DIR
      checks for every parameter of every node of an environment that its cause leads to where the value comes from;
      status 1 if one does not
  compare-catalogs --environment DIR --golden DIR [--set-up-from DIR] [--bunraku PROGRAM] [--show N] [NODE...]
      compares catalogs of an environment with those that Puppet made of it; status 1 on differences;
      --set-up-from first copies an environment to DIR and adds the modules of Debian's packages to it
  check-diff --environment DIR [--bunraku PROGRAM] [--changes N] [--seed N]
      changes single lines of an environment and checks that `bunraku diff` tells the nodes whose catalogs, compiled from
      scratch, differ; status 1 if it tells others
  check-why --environment DIR [--bunraku PROGRAM] [--samples N] [--seed N]
      changes lines of an environment and checks that values change with the line that `bunraku why` names, and with no
      other; status 1 if one does not
  compare-relationships --environment DIR [--puppet DIR] [--bunraku PROGRAM] [--show N] [NODE...]
      compares the graph of `bunraku graph`, automatic relationships included, with the one that Puppet's agent builds of
      the same catalog, edge by edge; status 1 on differences
  compare-fleet [--bunraku PROGRAM] [--nodes N] [--rounds N]
      compiles a made-up fleet that exports and collects with Puppet and a real PuppetDB, which it starts, with Puppet and
      bunraku's server as its PuppetDB, and with bunraku; status 1 on differences
  with-puppetdb COMMAND...
      runs a command while a PuppetDB is there, from the packages puppetdb and postgresql on loopback: BUNRAKU_PUPPETDB has
      its address with TLS, BUNRAKU_PUPPETDB_PLAIN without, BUNRAKU_PUPPETDB_SSL the folder with ca.pem, compiler1.pem and
      compiler1.key, and BUNRAKU_POSTGRES the address of an empty database; the status is that of the command
  compare-functions --modules DIR... [--puppet DIR] [--sets N] [--seed N] [--answers DIR] [--show N] [NAME...]
      compares every function of Puppet and of stdlib, with N made-up sets of arguments each; a folder of modules has
      stdlib in it, and each --modules is compared; status 1 on differences; --answers keeps Puppet's answers
  compare-ruby MODULES [--puppet DIR] [--only templates|functions] [--answers DIR] [--show N] [NAME...]
      compares what templates and functions of modules in a folder do, with made-up variables and arguments;
      status 1 on differences; a NAME is a part of the path of a file to look at; --answers keeps Puppet's answers
  compare-types --modules DIR [--puppet DIR]
      compares the table of resource types with what Puppet knows about them; status 1 on differences
  compare-lint --puppet-lint DIR [--plugins DIR] [--only CHECK,...] [--show N] [PATH...]
      compares the linter with puppet-lint and the plugins in a folder, all checkouts: the programs of their suites, or the
      manifests below each PATH, place by place, and what fixes leave; RSpec must be installed; status 1 on differences
  record-modules --modules DIR --tools DIR --inputs DIR [--puppet DIR] [--limit N] [NAME...]
      records what the rspec-puppet suites of modules in a folder compile, at most N inputs a module; the tools are folders
      with a `lib`: rspec-puppet, rspec-puppet-facts and helpers of suites; those with `facts` have sets of facts
  compare-modules --modules DIR --inputs DIR [--tools DIR] [--puppet DIR] [--bunraku PROGRAM] [--show N] [NAME...]
      compares the catalogs of recorded inputs with Puppet's, which are kept beside the inputs; status 1 on differences
  compare-nodes --modules DIR --facts DIR --inputs DIR [--puppet DIR] [--bunraku PROGRAM] [--seed N] [--show N] [NAME...]
      makes nodes up that declare each class and defined type of modules, with parameters by chance and facts of a folder,
      and compares their catalogs with Puppet's; what was made up is kept in --inputs; status 1 on differences
  compare-suites --modules DIR --tools DIR --keep DIR [--puppet DIR] [--bunraku PROGRAM] [--system NAME] [--show N] [NAME...]
      runs the rspec-puppet suites of modules here and under Ruby, and compares them example by example; modules have their
      fixtures in spec/fixtures/modules; the tools are as above, RSpec included; Ruby's answers are kept in --keep;
      --system takes the facts of systems that begin like this (SPEC_FACTS_OS); status 1 on differences
  corpus --out DIR [--size MB] [--seed N]
      writes generated manifests for benchmarks
  bench-syntax [--modules DIR] [--puppet DIR]
      measures our parser and Puppet's side by side
  bench-nodes --environment DIR [--puppet DIR] [--bunraku PROGRAM] [NODE...]
      measures how long nodes of an environment take, here and with Puppet, warm and from a cold start
  fuzz TARGET [--seconds N] [--seed N] [--replay FILE]
      makes texts at random and looks for one that panics, hangs, ends the process or breaks a law of its target: syntax,
      check, eval, catalog, types, ruby, erb, epp, yaml, json, hocon, eyaml, facts, http, regexp (with Ruby, if there is
      one); or checks one file; status 1 on finds, which are saved to fuzz/finds/TARGET
  hostile --bunraku PROGRAM [--family NAME] [--filter NAME] [--every N] [--jobs N] [--from N] [--minutes N] [--keep DIR]
      runs programs that want too much time, memory or depth, each in a process of its own with limits; status 1 if one
      does not end soon with an answer or a message; a NAME is a part of names; --keep writes the programs instead
  bench-hostile --bunraku PROGRAM [--filter NAME]
      measures regular inputs of 1,000, 10,000 and 100,000 parts, to see what grows faster than its input
  load --bunraku PROGRAM --environment DIR --facts FILE --class NAME (--rate N | --herd SECONDS | --closed N)
       [--agents N] [--seconds N] [--lists 0] [--store 0] [--connections 2]
      runs a server and as many agents, each with a certificate of its own, and measures both; each agent gets its catalog
      with these facts and this class and sends a report: N runs a second, all agents once within a time, or N at a time;
      status 1 if a run failed
  book [--out DIR] [--mdbook PROGRAM]
      builds the manual with mdBook, and prints where its first page is; status 1 if mdBook warns of something
  wasm
      builds the compiler for browsers (wasm32-unknown-unknown) and compares its answers under Node with native ones;
      without the target's standard library it takes Debian's rustc-web, installed by apt-get if this is root
  msrv
      checks that the code builds with the oldest Rust that it promises; where that is not installed, what clippy knows
  dist [--target TRIPLE] [--out DIR] [--program FILE]
      builds the program with the profile `dist` and writes an archive, an SBOM and checksums to target/packages, for Linux
      with glibc also a .deb and, with rpmbuild, an .rpm; all are the same whenever they are made of the same commit;
      --program takes a program that is built already
  licences
      counts the dependencies and their licences anew in docs/dependencies.md, and refuses licences that are not allowed
  man --out DIR
      writes the manual pages of all commands and of bunraku.toml
";

fn main() -> ExitCode {
    let mut arguments = Arguments::new(std::env::args().skip(1));
    let command = arguments.next().unwrap_or_default();
    let result = match command.as_str() {
        "compare-syntax" => compare::run(&mut arguments),
        "check-causes" => causes::run(&mut arguments),
        "compare-catalogs" => catalogs::run(&mut arguments),
        "check-diff" => changes::run(&mut arguments),
        "check-why" => why::run(&mut arguments),
        "compare-relationships" => relationships::run(&mut arguments),
        "compare-fleet" => fleet::run(&mut arguments),
        "with-puppetdb" => puppetdb::run(&mut arguments),
        "compare-functions" => functions::run(&mut arguments),
        "compare-ruby" => ruby_code::run(&mut arguments),
        "compare-types" => types::run(&mut arguments),
        "compare-lint" => lint::run(&mut arguments),
        "record-modules" => modules::record(&mut arguments),
        "compare-nodes" => modules::compare_nodes(&mut arguments),
        "compare-modules" => modules::compare(&mut arguments),
        "compare-suites" => suites::run(&mut arguments),
        "corpus" => write_corpus(&mut arguments),
        "bench-syntax" => speed::run(&mut arguments),
        "bench-nodes" => nodes::run(&mut arguments),
        "fuzz" => fuzz::run(&mut arguments),
        "hostile" => hostile::run(&mut arguments),
        "bench-hostile" => hostile::bench(&mut arguments),
        "load" => load::run(&mut arguments),
        "book" => book::run(&mut arguments),
        "wasm" => wasm::run(&mut arguments),
        "msrv" => msrv::run(&mut arguments),
        #[cfg(feature = "dist")]
        "dist" => dist::run(&mut arguments),
        #[cfg(feature = "dist")]
        "licences" => dist::licences(&mut arguments),
        #[cfg(feature = "dist")]
        "man" => dist::man(&mut arguments),
        _ => Err(USAGE.to_owned()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::from(2)
        }
    }
}

fn write_corpus(arguments: &mut Arguments) -> Result<bool, String> {
    let out = arguments.option("--out").map(PathBuf::from).ok_or("--out DIR is missing")?;
    let size = arguments.number("--size")?.unwrap_or(1) as usize * 1_000_000;
    let seed = arguments.number("--seed")?.unwrap_or(1);
    arguments.done()?;
    let failed = |error: std::io::Error| format!("{}: {error}", out.display());
    fs::create_dir_all(&out).map_err(failed)?;
    for (name, text) in manifests::generate(seed, size) {
        fs::write(out.join(name), text).map_err(failed)?;
    }
    Ok(true)
}
