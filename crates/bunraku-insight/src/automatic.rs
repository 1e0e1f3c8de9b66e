//! Automatic relationships: what a resource leads to by itself.
//!
//! An agent adds them to those that code declares: a file comes after the folder that it is in, a job of cron after its
//! user. Those of types that are built in, or that come with Puppet, are known here; types of other modules say in Ruby what
//! they lead to, and a catalog knows that if its compilation was asked for it.

use std::collections::HashMap;

use bunraku_catalog::{Catalog, Kind, RelationKind, Resource};
use bunraku_pcore::Value;

use crate::graph::EdgeKind;

/// A relationship that a type adds.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Automatic<'c> {
    /// The other resource.
    pub other: &'c Resource,
    /// Whether the other resource is applied first.
    pub is_first: bool,
    /// What the one that is applied first means for the other.
    pub kind: EdgeKind,
}

impl<'c> Automatic<'c> {
    fn order(other: &'c Resource, is_first: bool) -> Automatic<'c> {
        Automatic { other, is_first, kind: EdgeKind::Before }
    }
}

/// What types of modules add, by resource.
pub fn added<'c>(catalog: &'c Catalog) -> HashMap<*const Resource, Vec<Automatic<'c>>> {
    let mut all: HashMap<*const Resource, Vec<Automatic<'c>>> = HashMap::new();
    for relation in catalog.type_relations() {
        let other = find(catalog, &relation.type_name, &relation.title);
        let (Some(resource), Some(other)) = (catalog.resource(relation.resource), other) else { continue };
        let (is_first, kind) = match relation.kind {
            RelationKind::Before => (false, EdgeKind::Before),
            RelationKind::Require => (true, EdgeKind::Before),
            RelationKind::Notify => (false, EdgeKind::Notifies),
            RelationKind::Subscribe => (true, EdgeKind::Notifies),
        };
        all.entry(std::ptr::from_ref(resource)).or_default().push(Automatic { other, is_first, kind });
    }
    all
}

/// The automatic relationships of a resource with resources that the catalog has, by a type that is built in.
pub fn of<'c>(catalog: &'c Catalog, resource: &Resource) -> Vec<Automatic<'c>> {
    let mut found = RelatedResources { catalog, resource, related: Vec::new() };
    if resource.kind != Kind::Builtin {
        return found.related;
    }
    match &*resource.type_name {
        "File" => found.file(),
        "Exec" => found.exec(),
        "User" => found.user(),
        "Package" => {
            for name in ["responsefile", "adminfile", "source"] {
                let paths = found.strings(name);
                paths.iter().filter(|path| path.starts_with('/')).for_each(|path| found.after("File", path));
            }
        }
        "Cron" | "Ssh_authorized_key" => {
            found.strings("user").iter().for_each(|user| found.after("User", user));
        }
        "Mount" => found.mount(),
        "Selmodule" => {
            let name = found.identity("name");
            let folder = found.strings("selmoduledir").pop();
            let folder = folder.unwrap_or_else(|| "/usr/share/selinux/targeted".to_owned());
            let path = found.strings("selmodulepath").pop();
            found.after("File", &path.unwrap_or_else(|| format!("{folder}/{name}.pp")));
        }
        _ => {}
    }
    found.related
}

/// What has been found for a resource.
struct RelatedResources<'c, 'r> {
    catalog: &'c Catalog,
    resource: &'r Resource,
    related: Vec<Automatic<'c>>,
}

impl RelatedResources<'_, '_> {
    fn file(&mut self) {
        let path = self.identity("path");
        let known = |folder: &&str| find(self.catalog, "File", folder).is_some();
        if let Some(folder) = folders(&path).find(known) {
            self.after("File", folder);
        }
        let mut targets = self.strings("target");
        // `ensure => '/path'` is another way to write a link.
        targets.extend(self.strings("ensure").into_iter().filter(|target| target.contains('/')));
        targets.iter().for_each(|target| self.after("File", target));
        for (name, type_name) in [("owner", "User"), ("group", "Group")] {
            let first = self.strings(name).into_iter().next();
            if let Some(name) = first.filter(|name| !is_number(name)) {
                self.after(type_name, &name);
            }
        }
    }

    fn exec(&mut self) {
        let mut paths = self.strings("cwd");
        let command = match self.resource.get("command") {
            Some(Value::Array(words)) => words.iter().find_map(text),
            Some(value) => text(value),
            None => Some(self.resource.title.to_string()),
        };
        if let Some(command) = command {
            paths.extend(programs(&command));
            let quoted = command.lines().filter_map(|line| line.strip_prefix('"')?.split_once('"'));
            paths.extend(quoted.map(|(path, _)| path.to_owned()));
        }
        for name in ["onlyif", "unless"] {
            let lines: Vec<String> = match self.resource.get(name) {
                // Each is a command, or its words, the first of which is the program.
                Some(Value::Array(commands)) => {
                    let program = |command: &Value| match command {
                        Value::Array(words) => words.first().and_then(text),
                        command => text(command),
                    };
                    commands.iter().filter_map(program).collect()
                }
                Some(value) => text(value).into_iter().collect(),
                None => Vec::new(),
            };
            paths.extend(lines.iter().flat_map(|line| programs(line)));
        }
        paths.iter().for_each(|path| self.after("File", path));
        let users = self.strings("user");
        users.iter().filter(|user| !is_number(user)).for_each(|user| self.after("User", user));
    }

    fn user(&mut self) {
        for gid in self.strings("gid") {
            if is_number(&gid) {
                let catalog = self.catalog;
                let has_it = |group: &&Resource| {
                    &*group.type_name == "Group"
                        && group.get("gid").and_then(text).is_some_and(|known| known == gid)
                };
                let group = catalog.resources().find(has_it);
                self.related.extend(group.map(|other| Automatic::order(other, true)));
            } else {
                self.after("Group", &gid);
            }
        }
        self.strings("groups").iter().for_each(|group| self.after("Group", group));
        self.strings("roles").iter().for_each(|role| self.after("User", role));
    }

    /// A mount is applied after those that contain it, and before the files in it.
    fn mount(&mut self) {
        let path = self.identity("name");
        folders(&path).for_each(|folder| self.after("Mount", folder));
        let inside = |file: &&Resource| {
            let name = identity(file, "path");
            &*file.type_name == "File"
                && name.strip_prefix(&path).is_some_and(|rest| rest.len() > 1 && rest.starts_with('/'))
        };
        let files = self.catalog.resources().filter(inside);
        self.related.extend(files.map(|other| Automatic::order(other, false)));
    }

    /// Adds a resource that is applied first, if it is in the catalog.
    fn after(&mut self, type_name: &str, title: &str) {
        let other = find(self.catalog, type_name, title);
        self.related.extend(other.map(|other| Automatic::order(other, true)));
    }

    /// The strings and numbers in an attribute.
    fn strings(&self, name: &str) -> Vec<String> {
        match self.resource.get(name) {
            Some(Value::Array(items)) => items.iter().filter_map(text).collect(),
            Some(value) => text(value).into_iter().collect(),
            None => Vec::new(),
        }
    }

    fn identity(&self, namevar: &str) -> String {
        identity(self.resource, namevar)
    }
}

/// The value of a namevar, which the title supplies if it is not set.
fn identity(resource: &Resource, namevar: &str) -> String {
    let given = resource.get(namevar).or_else(|| resource.get("name")).and_then(text);
    let supplied = || {
        let found = resource.title_values.iter().find(|(name, _)| **name == *namevar);
        found.and_then(|(_, value)| text(value))
    };
    given.or_else(supplied).unwrap_or_else(|| resource.title.to_string())
}

/// Finds a resource by title, alias or path.
fn find<'c>(catalog: &'c Catalog, type_name: &str, title: &str) -> Option<&'c Resource> {
    let trimmed = title.trim_end_matches('/');
    let title = if type_name == "File" && !trimmed.is_empty() { trimmed } else { title };
    catalog.find(type_name, title).filter(|resource| !resource.is_virtual)
}

/// The absolute paths at the start of lines.
fn programs(command: &str) -> Vec<String> {
    let first =
        command.lines().filter_map(|line| line.split_whitespace().next().filter(|_| line.starts_with('/')));
    first.filter(|path| path.len() > 1).map(str::to_owned).collect()
}

/// The folders that contain a path, nearest first.
fn folders(path: &str) -> impl Iterator<Item = &str> {
    let path = match path.trim_end_matches('/') {
        "" => None,
        path => Some(path),
    };
    std::iter::successors(path, |path| path.rsplit_once('/').map(|(folder, _)| folder))
        .skip(1)
        .map(|path| if path.is_empty() { "/" } else { path })
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::Str(text) => Some(text.to_string()),
        Value::Int(number) => Some(number.to_string()),
        Value::Sensitive(secret) => text(secret.unwrap()),
        _ => None,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}
