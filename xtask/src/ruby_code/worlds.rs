//! The node that both sides compile, and our side of the comparison.

use std::{
    collections::HashMap,
    io,
    panic::{AssertUnwindSafe, catch_unwind},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
};

use bunraku::{Outcome, Site};
use bunraku_check::{CheckSettings, Strict};
use bunraku_edition::PUPPET8;
use bunraku_eval::Functions;
use bunraku_fs::SystemWorld;
use bunraku_intern::Symbol;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;
use bunraku_world::{Entry, FileKind, MemoryWorld, Stamp, World};
use serde_json::{Value as Json, json};

use super::{HttpResponse, Program};

/// The facts of the node.
pub fn facts() -> Json {
    json!({
        "os": {
            "name": "Debian", "family": "Debian", "architecture": "amd64",
            "release": { "full": "12.5", "major": "12", "minor": "5" },
            "distro": { "codename": "bookworm", "id": "Debian" }
        },
        "networking": {
            "hostname": "test", "domain": "example.com", "fqdn": "test.example.com", "ip": "10.1.2.3",
            "interfaces": { "eth0": { "ip": "10.1.2.3", "netmask": "255.255.255.0", "mac": "52:54:00:12:34:56" } }
        },
        "osfamily": "Debian", "operatingsystem": "Debian", "operatingsystemrelease": "12.5",
        "operatingsystemmajrelease": "12", "lsbdistcodename": "bookworm", "architecture": "amd64",
        "kernel": "Linux", "kernelversion": "6.1.0", "hostname": "test", "domain": "example.com",
        "fqdn": "test.example.com", "ipaddress": "10.1.2.3", "interfaces": "eth0,lo",
        "ipaddress_eth0": "10.1.2.3", "netmask_eth0": "255.255.255.0", "network_eth0": "10.1.2.0",
        "ipaddress_lo": "127.0.0.1", "processorcount": 4, "processors": { "count": 4 },
        "memorysize": "7.77 GiB", "memorysize_mb": "7956.50", "is_virtual": true, "puppetversion": "8.11.0",
        "memory": { "system": { "total_bytes": 8342978560_u64, "available_bytes": 6342978560_u64 } },
        "mountpoints": { "/": { "device": "/dev/sda1", "options": ["rw", "noatime"] } }
    })
}

/// Whether a module's function has a native implementation.
pub fn is_native(function: &str) -> bool {
    bunraku::library().of_module(Symbol::new(function)).is_some()
}

/// Whether a function belongs to Puppet itself.
pub fn is_core(function: &str) -> bool {
    bunraku::library().get(Symbol::new(function)).is_some()
}

/// Our compiler.
pub struct Bunraku {
    modules: PathBuf,
    disk: Arc<Remembered>,
    program: bunraku::Program,
    /// The built-in functions, without those of modules.
    core: Functions,
}

impl Bunraku {
    /// A compiler of programs that use modules.
    pub fn new(modules: &Path) -> Bunraku {
        let mut program = bunraku::Program::new(&PUPPET8);
        program.node = "test.example.com".to_owned();
        program.settings.strict = Strict::Warning;
        program.settings.strict_variables = false;
        program.limits.stack = super::STACK / 2;
        program.world = Arc::new(SystemWorld::new());
        if let Value::Hash(facts) = value(&facts()) {
            program.facts = facts;
        }
        let core = bunraku::library().with_modules([]);
        Bunraku { modules: modules.to_owned(), disk: Arc::default(), program, core }
    }

    /// The result of a program. With `native`, the native implementations of modules' functions are used.
    pub fn answer(&self, program: &Program, native: bool) -> HttpResponse {
        let mut ours = self.program.clone();
        if !native {
            ours.functions = self.core.clone();
        }
        resources(&self.outcome(&ours, &program.manifest)?)
    }

    /// Compiles a program, using the native implementations of modules' functions.
    pub fn compile(&self, manifest: &str) -> Result<Outcome, String> {
        self.outcome(&self.program, manifest)
    }

    fn outcome(&self, program: &bunraku::Program, manifest: &str) -> Result<Outcome, String> {
        let outcome = catch_unwind(AssertUnwindSafe(|| Ok(program.compile(&self.site(manifest)?))));
        outcome.unwrap_or_else(|_| Err("it panics".to_owned()))
    }

    fn site(&self, manifest: &str) -> Result<Site, String> {
        let layout = Layout {
            name: "production".to_owned(),
            modulepath: Some(vec![self.modules.clone()]),
            manifest: Some(PathBuf::from(SITE)),
            ..Layout::default()
        };
        let files = Arc::new(MemoryWorld::over(self.disk.clone()).with(SITE, manifest));
        let settings = CheckSettings { strict: Strict::Warning };
        let environment = Environment::open(files, &layout, bunraku::language(&PUPPET8, settings));
        environment.map(|environment| Site::new(environment, None)).map_err(|error| format!("{error:?}"))
    }
}

/// The resources of the catalog, or the error message.
pub fn resources(outcome: &Outcome) -> HttpResponse {
    if let Some(error) = outcome.error() {
        return Err(format!("{}: {}", error.code.name(), error.message));
    }
    let catalog = outcome.catalog.as_ref().ok_or("there is no catalog")?;
    let catalog = crate::puppet::value(&catalog.to_json()).map_err(|error| error.to_string())?;
    let resources = catalog["resources"].as_array().into_iter().flatten();
    let mut resources: Vec<Json> = resources.cloned().collect();
    for resource in &mut resources {
        if let Some(parts) = resource.as_object_mut() {
            parts.retain(|name, _| ["type", "title", "parameters"].contains(&name.as_str()));
        }
    }
    Ok(Json::Array(resources))
}

/// The path of the manifest.
const SITE: &str = "/the/manifest/of/the/comparison/site.pp";

/// A cached view of the disk: thousands of environments are opened on it.
#[derive(Default)]
struct Remembered {
    read: Mutex<HashMap<PathBuf, io::Result<Vec<u8>>>>,
    listed: Mutex<HashMap<PathBuf, io::Result<Vec<Entry>>>>,
    stamps: Mutex<HashMap<PathBuf, Option<Stamp>>>,
}

impl World for Remembered {
    fn read(&self, path: &Path, kind: FileKind) -> io::Result<Vec<u8>> {
        remember(&self.read, path, copy, || SystemWorld::unrestricted().read(path, kind))
    }

    fn list(&self, path: &Path) -> io::Result<Vec<Entry>> {
        remember(&self.listed, path, copy, || SystemWorld::unrestricted().list(path))
    }

    fn stamp(&self, path: &Path) -> Option<Stamp> {
        remember(&self.stamps, path, Clone::clone, || SystemWorld::unrestricted().stamp(path))
    }
}

fn remember<T>(
    known: &Mutex<HashMap<PathBuf, T>>,
    path: &Path,
    copy: impl Fn(&T) -> T,
    ask: impl FnOnce() -> T,
) -> T {
    let mut known = known.lock().unwrap_or_else(PoisonError::into_inner);
    copy(known.entry(path.to_owned()).or_insert_with(ask))
}

fn copy<T: Clone>(result: &io::Result<T>) -> io::Result<T> {
    match result {
        Ok(value) => Ok(value.clone()),
        Err(error) => Err(io::Error::new(error.kind(), error.to_string())),
    }
}

/// Converts JSON to a value.
fn value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Undef,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => match number.as_i64() {
            Some(number) => Value::Int(number),
            None => Value::Float(number.as_f64().unwrap_or_default()),
        },
        Json::String(text) => Value::str(text.as_str()),
        Json::Array(values) => Value::array(values.iter().map(value)),
        Json::Object(entries) => {
            Value::hash(entries.iter().map(|(key, value)| (Value::str(key.as_str()), self::value(value))))
        }
    }
}
