//! Generates nodes: each declares one class or defined type of a module, with random parameters.

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash as _, Hasher as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use bunraku::{Program, Site};
use bunraku_check::CheckSettings;
use bunraku_corpus::random::Random;
use bunraku_edition::PUPPET8;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::{Value, notation};
use bunraku_syntax::{
    SourceKind, Syntax,
    ast::{self, View as _},
    parse,
};
use serde_json::json;

use super::{compare, entries, folder, names, values};
use crate::{arguments::Arguments, puppet};

/// How often each class and defined type is declared: once with only the required parameters, then with more.
const TIMES: u64 = 3;

/// Generates inputs for modules that have none yet, then compares all.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let modules = folder(arguments, "--modules")?;
    let facts = folder(arguments, "--facts")?;
    let seed = arguments.number("--seed")?.unwrap_or(1);
    let inputs = arguments.folder_for_output("--inputs")?.ok_or("--inputs DIR is missing")?;
    let setup = compare::Setup::read(arguments, modules.clone(), inputs.clone())?;
    let facts = read_facts(&facts)?;
    let names = names(arguments, &modules)?;
    let site = site(&modules)?;
    for name in &names {
        let file = inputs.join(format!("{name}.ndjson"));
        if !file.is_file() {
            let lines = bunraku::with_large_stack(|| of_module(&modules, name, &site, &facts, seed))?;
            fs::write(&file, lines).map_err(|error| format!("{}: {error}", file.display()))?;
        }
    }
    setup.compare(&names)
}

/// The facts of nodes, sorted by name.
fn read_facts(folder: &Path) -> Result<Vec<serde_json::Value>, String> {
    let mut all = Vec::new();
    for path in entries(folder)?.iter().filter(|path| path.extension().is_some_and(|ending| ending == "json"))
    {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let facts = puppet::value(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        all.push(match facts.get("values") {
            Some(values) => values.clone(),
            None => facts,
        });
    }
    if all.is_empty() { Err("the folder has no facts".to_owned()) } else { Ok(all) }
}

fn site(modules: &Path) -> Result<Site, String> {
    let layout = Layout {
        name: "production".to_owned(),
        modulepath: Some(vec![modules.to_owned()]),
        ..Layout::default()
    };
    let language = bunraku::language(&PUPPET8, CheckSettings::default());
    let environment = Environment::open(Arc::new(bunraku_fs::SystemWorld::new()), &layout, language);
    Ok(Site::new(environment.map_err(|_| "the modules cannot be read".to_owned())?, None))
}

fn of_module(
    modules: &Path,
    name: &str,
    site: &Site,
    facts: &[serde_json::Value],
    seed: u64,
) -> Result<String, String> {
    let mut lines = String::new();
    for file in manifests(&modules.join(name).join("manifests"))? {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let tree = parse(&text, SourceKind::Manifest, &PUPPET8.syntax);
        for node in tree.root(&text).descendants() {
            let Some(declared) = Declared::of(node) else { continue };
            for turn in 0..TIMES {
                let mut hasher = DefaultHasher::new();
                (&declared.name, turn, seed).hash(&mut hasher);
                let mut random = Random::new(hasher.finish());
                let facts = &facts[random.below(facts.len())];
                let code = declared.code(site, turn > 0, &mut random);
                let input = json!({
                    "at": format!("{} {turn}", declared.name), "code": code, "facts": facts, "node": node_name(facts),
                    "environment": "production", "modulepath": [".."], "strict": "warning",
                    "strict_variables": false, "trusted": {}, "external": {}, "hiera": null,
                });
                lines.push_str(&format!("{input}\n"));
            }
        }
    }
    Ok(lines)
}

fn node_name(facts: &serde_json::Value) -> &str {
    facts["networking"]["fqdn"].as_str().unwrap_or("node.example.com")
}

/// All manifests in a folder, sorted.
fn manifests(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        if !folder.is_dir() {
            continue;
        }
        for path in entries(&folder)? {
            if path.is_dir() {
                waiting.push(path);
            } else if path.extension().is_some_and(|ending| ending == "pp") {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

/// A class or defined type.
struct Declared {
    name: String,
    is_class: bool,
    parameters: Vec<Parameter>,
}

struct Parameter {
    name: String,
    /// The type as written in the source.
    ty: Option<String>,
    required: bool,
}

impl Declared {
    fn of(node: Syntax<'_>) -> Option<Declared> {
        let definition = ast::Definition::cast(node)?;
        let is_class = match definition {
            ast::Definition::Class(_) => true,
            ast::Definition::Define(_) => false,
            _ => return None,
        };
        let parameters = definition.parameters().into_iter().flat_map(ast::Parameters::iter);
        let parameters = parameters.map(|parameter| Parameter {
            name: parameter.name().to_owned(),
            ty: parameter.ty().map(|ty| ty.text().to_owned()),
            required: parameter.default().is_none(),
        });
        Some(Declared {
            name: definition.name().trim_start_matches("::").to_lowercase(),
            is_class,
            parameters: parameters.collect(),
        })
    }

    /// A program that declares it. With `more`, optional parameters are passed too.
    fn code(&self, site: &Site, more: bool, random: &mut Random) -> String {
        let mut attributes = String::new();
        for parameter in &self.parameters {
            let passed = parameter.required || more && random.chance(30);
            if let Some(value) = passed.then(|| parameter.value(site, random)).flatten() {
                let value = notation::literal(&PUPPET8.types, &value);
                attributes.push_str(&format!("  {} => {value},\n", parameter.name));
            }
        }
        match self.is_class {
            true => format!("class {{ '{}':\n{attributes}}}\n", self.name),
            false => format!("{} {{ 'one':\n{attributes}}}\n", self.name),
        }
    }
}

impl Parameter {
    fn value(&self, site: &Site, random: &mut Random) -> Option<Value> {
        let written = self.ty.as_deref().unwrap_or("Variant[String[1], Boolean]");
        let mut program = Program::new(&PUPPET8);
        program.world = Arc::new(bunraku_fs::SystemWorld::new());
        match program.evaluate_in(site, "type.pp", &format!("Variant[{written}, {written}]")).value? {
            Value::Type(ty) => values::of(&ty, random),
            _ => None,
        }
    }
}
