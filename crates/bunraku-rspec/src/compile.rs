//! Compiles catalogs for specs, each input once.

use std::{
    collections::VecDeque,
    path::{Path, PathBuf},
    rc::Rc,
    sync::{Arc, PoisonError},
};

use bunraku::{
    Outcome, Program, Site,
    analysis::Strict,
    edition::PUPPET8,
    pcore::{Hash, Value},
    trusted,
    world::MemoryWorld,
};
use bunraku_ruby_puppet::Ruby;

use crate::{
    host::SpecHost,
    questions::{Answer, table},
    replaced,
    suite::SiteKey,
    wording,
};

/// A finished compilation.
pub(crate) struct Compiled {
    pub(crate) outcome: Outcome,
    pub(crate) node: String,
    /// The number by which specs refer to it: the same input has the same catalog.
    pub(crate) number: i64,
    /// The input that was compiled.
    pub(crate) input: Hash,
}

/// The catalogs of the last inputs. Many consecutive examples of a suite request the same catalog.
#[derive(Default)]
pub(crate) struct KeptCatalogs {
    entries: VecDeque<(Value, Rc<Compiled>)>,
}

/// How many catalogs are kept per file.
const MOST: usize = 24;

impl KeptCatalogs {
    fn get(&mut self, key: &Value) -> Option<Rc<Compiled>> {
        let at = self.entries.iter().position(|(known, _)| known == key)?;
        let entry = self.entries.remove(at)?;
        let compiled = Rc::clone(&entry.1);
        self.entries.push_back(entry);
        Some(compiled)
    }

    fn put(&mut self, key: Value, compiled: Rc<Compiled>) {
        if self.entries.len() >= MOST {
            self.entries.pop_front();
        }
        self.entries.push_back((key, compiled));
    }
}

/// `compile`: the number of the catalog for an input, or the error.
pub(crate) fn answer(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    let Some(key @ Value::Hash(input)) = args.first() else {
        return Err("`compile` expects a hash".to_owned());
    };
    let compiled = match host.kept.get(key) {
        Some(compiled) => compiled,
        None => {
            let compiled = Rc::new(compile(host, input)?);
            // What an example has mocked is part of the input by name; the framework forgets what has called it.
            if !may_differ(input) {
                host.kept.put(key.clone(), Rc::clone(&compiled));
            }
            compiled
        }
    };
    if compiled.outcome.catalog.is_none() {
        return Ok(wording::error(host.suite, &compiled));
    }
    Ok(table([("catalog", Value::Int(note_catalog(host, compiled)))]))
}

/// The number by which the running example can refer to a catalog.
pub(crate) fn note_catalog(host: &mut SpecHost<'_>, compiled: Rc<Compiled>) -> i64 {
    let number = compiled.number;
    host.catalogs.insert(number, compiled);
    number
}

fn compile(host: &mut SpecHost<'_>, input: &Hash) -> Result<Compiled, String> {
    let (program, key) = program(host, input);
    let Some(site) = host.written.site(host.suite, key) else {
        return Err("cannot read the modules of the suite".to_owned());
    };
    let code = text(input, "code").unwrap_or_default();
    let outcome = run(host, input, &program, &site, &code);
    Ok(Compiled { outcome, node: program.node, number: host.next_number(), input: input.clone() })
}

/// Compiles code for an example. Ruby code of modules sees the files that the spec has written. If the example has mocks,
/// it runs in the interpreter of the spec, where it sees them, too.
pub(crate) fn run(
    host: &mut SpecHost<'_>,
    input: &Hash,
    program: &Program,
    site: &Site,
    code: &str,
) -> Outcome {
    let mut outcome = if is_mocked(input) {
        // A compilation counts its own steps.
        let before = host.ruby.steps();
        let ruby = host.ruby.beside();
        let functions = replaced::functions(input);
        // Another example may give the name to something else.
        let forget =
            |host: &SpecHost<'_>| functions.iter().for_each(|(name, _)| host.ruby.forget_function(name));
        forget(host);
        let outcome = program.compile_spec(site, CODE, code, move || ruby.clone(), &functions);
        forget(host);
        host.ruby.set_steps(before);
        outcome
    } else {
        let kept = host.ruby.files();
        program.compile_spec(site, CODE, code, move || Ruby::prepared().writing_to(kept.clone()), &[])
    };
    note_reached(host, &mut outcome);
    outcome
}

/// Whether the example has mocked other code.
pub(crate) fn is_mocked(input: &Hash) -> bool {
    matches!(input.get_str("mocked"), Some(Value::Bool(true)))
}

/// Whether what the example has mocked may change the result in a way that the input does not tell.
pub(crate) fn may_differ(input: &Hash) -> bool {
    is_mocked(input) && !matches!(input.get_str("mocks"), Some(Value::Array(_)))
}

/// `forget(input)`: the catalog of an input is not to be used again.
pub(crate) fn forget(host: &mut SpecHost<'_>, args: &[Value]) -> Answer {
    host.kept.entries.retain(|(known, _)| Some(known) != args.first());
    Ok(Value::Undef)
}

/// Adds the coverage of a compilation to that of the file and the suite.
fn note_reached(host: &mut SpecHost<'_>, outcome: &mut Outcome) {
    let suite = host.suite;
    let seen = &mut host.seen;
    let new = outcome.sources.iter().filter(|source| seen.insert(source.id()));
    let ran = new.filter_map(|source| suite.in_module(Path::new(source.name())));
    host.part.run.read.extend(ran);
    if host.suite.options.coverage {
        let mut reached = host.suite.reached.lock().unwrap_or_else(PoisonError::into_inner);
        reached.add(host.suite, outcome.coverage.take(), outcome.catalog.as_ref());
    }
}

/// The name of the code that specs compile, in messages.
pub(crate) const CODE: &str = "<spec>";

/// The program for an input, and its environment.
pub(crate) fn program(host: &mut SpecHost<'_>, input: &Hash) -> (Program, SiteKey) {
    let mut program = Program::new(&PUPPET8);
    program.settings.coverage = host.suite.options.coverage;
    program.node = text(input, "node").unwrap_or_else(|| "foo.example.com".to_owned());
    program.environment = text(input, "environment").unwrap_or_else(|| "rp_env".to_owned());
    program.facts = hash(input, "facts");
    program.trusted = Some(trusted(&program.node, hash(input, "trusted"), hash(input, "external")));
    program.world = host.written.world(host.suite);
    if let Some(Value::Int(now)) = input.get_str("now") {
        program.world = Arc::new(MemoryWorld::over(program.world).with_time(i128::from(*now)));
    }
    program.limits = host.budget.of_compilation(&*host.suite.world);
    // A spec of a function tests the code of the module, not its built-in replacement.
    if is_mocked(input) || matches!(input.get_str("function"), Some(Value::Bool(true))) {
        program.functions = program.functions.without_modules();
    }
    program.settings.strict_variables =
        !matches!(input.get_str("strict_variables"), Some(Value::Bool(false)));
    program.settings.strict = match text(input, "strict").as_deref() {
        Some("off") => Strict::Off,
        Some("warning") => Strict::Warning,
        _ => Strict::Error,
    };
    program.settings_variables = host.settings.variables(&hash(input, "settings"));
    for (name, value) in hash(input, "variables").iter() {
        if let Some(name) = name.as_str() {
            program.variables.push((name.to_owned(), value.clone()));
        }
    }
    let modulepath = match input.get_str("module_path") {
        Some(Value::Array(folders)) => {
            folders.iter().filter_map(Value::as_str).map(|path| host.path(path)).collect()
        }
        _ => vec![host.path("spec/fixtures/modules")],
    };
    let hiera: Option<PathBuf> = text(input, "hiera_config").map(|path| host.path(&path));
    let hiera = hiera.filter(|path| program.world.is_there(path) && !path.starts_with("/dev"));
    let key = (modulepath, hiera, program.environment.clone());
    (program, key)
}

fn text(input: &Hash, name: &str) -> Option<String> {
    input.get_str(name).and_then(Value::as_str).map(str::to_owned)
}

fn hash(input: &Hash, name: &str) -> Hash {
    match input.get_str(name) {
        Some(Value::Hash(hash)) => hash.clone(),
        _ => Hash::new(),
    }
}
