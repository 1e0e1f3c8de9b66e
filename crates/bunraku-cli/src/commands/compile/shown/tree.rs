//! A catalog as a tree: each resource below its container.

use std::collections::{HashMap, HashSet};

use bunraku::catalog::{Catalog, Resource};
use bunraku::diag::render::Style;

use crate::log::paint;

/// Formats the tree, one line per resource with the position of its declaration.
pub fn text(catalog: &Catalog, style: Style) -> String {
    let mut tree =
        Tree { catalog, style, children: HashMap::new(), shown: HashSet::new(), text: String::new() };
    let edges: Vec<_> = catalog.edges().collect();
    // Every class belongs to a stage; another container says more.
    let inner: HashSet<usize> =
        edges.iter().filter(|(from, _)| !is_stage(from)).map(|(_, to)| address(to)).collect();
    let mut contained = HashSet::new();
    for (container, resource) in edges {
        contained.insert(address(resource));
        if !(is_stage(container) && inner.contains(&address(resource)) || is_settings(resource)) {
            tree.children.entry(address(container)).or_default().push(resource);
        }
    }
    let header = catalog.header();
    let name = paint(&header.name, "1", style);
    tree.text = format!("{name} in environment {}\n", header.environment);
    let is_plain = |resource: &&Resource| (&*resource.type_name, &*resource.title) != ("Class", "Settings");
    let roots =
        catalog.resources().filter(|resource| !contained.contains(&address(resource))).filter(is_plain);
    tree.level(&roots.collect::<Vec<_>>(), "");
    tree.text
}

struct Tree<'c> {
    catalog: &'c Catalog,
    style: Style,
    /// The children of each resource, by address.
    children: HashMap<usize, Vec<&'c Resource>>,
    /// The resources already shown: several classes may contain the same one.
    shown: HashSet<usize>,
    text: String,
}

impl<'c> Tree<'c> {
    fn level(&mut self, resources: &[&'c Resource], margin: &str) {
        for (index, resource) in resources.iter().enumerate() {
            let is_last = index + 1 == resources.len();
            let (branch, below) = if is_last { ("└─ ", "   ") } else { ("├─ ", "│  ") };
            let children = self.children.get(&address(resource)).cloned().unwrap_or_default();
            let again = !self.shown.insert(address(resource)) && !children.is_empty();
            let place = if again { Some("see above".to_owned()) } else { self.place(resource) };
            let place = place.map_or(String::new(), |place| paint(&format!("  {place}"), "2", self.style));
            let branch = paint(&format!("{margin}{branch}"), "2", self.style);
            let reference = resource.reference().replace(char::is_control, " ");
            self.text.push_str(&format!("{branch}{reference}{place}\n"));
            if !again {
                self.level(&children, &format!("{margin}{below}"));
            }
        }
    }

    fn place(&self, resource: &Resource) -> Option<String> {
        let place = resource.place.or(resource.declared_at)?;
        let source = self.catalog.source(place)?;
        let name = source.name();
        // All files are in the environment, so paths are shown relative to the working directory.
        let here = std::env::current_dir().ok();
        let short =
            here.and_then(|here| name.strip_prefix(here.to_str()?)?.strip_prefix('/').map(str::to_owned));
        Some(format!("{}:{}", short.as_deref().unwrap_or(name), source.line_at(place.range.start)))
    }
}

fn is_stage(resource: &Resource) -> bool {
    &*resource.type_name == "Stage"
}

/// Whether it is the class `settings`, which every catalog has and which contains nothing.
fn is_settings(resource: &Resource) -> bool {
    (&*resource.type_name, &*resource.title) == ("Class", "Settings")
}

/// The identity of a resource within a catalog.
fn address(resource: &Resource) -> usize {
    std::ptr::from_ref(resource).addr()
}

#[cfg(test)]
mod tests {
    use bunraku::{Program, edition::PUPPET8};

    use super::*;

    #[test]
    fn resources_are_below_what_contains_them() {
        let code = "define d { file { '/x': } }\nclass a { d { 'one': } }\nclass b { contain a }\ncontain a\ncontain b\n";
        let catalog = Program::new(&PUPPET8).evaluate("site.pp", code).catalog.unwrap();
        let expected = "\
localhost in environment production
└─ Stage[main]
   └─ Class[main]
      ├─ Class[A]  site.pp:4
      │  └─ D[one]  site.pp:2
      │     └─ File[/x]  site.pp:1
      └─ Class[B]  site.pp:5
         └─ Class[A]  see above
";
        assert_eq!(text(&catalog, Style::Plain), expected);
    }
}
