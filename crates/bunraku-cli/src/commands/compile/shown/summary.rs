//! Summarises a catalog: how many resources of each type, and which classes.

use bunraku::catalog::{Catalog, Kind, Resource};
use bunraku::diag::render::Style;

use super::About;
use crate::log::paint;
use crate::terminal::{fitted, wrapped};

/// Formats the summary. Lines are at most `width` wide where possible.
pub fn text(catalog: &Catalog, about: &About, style: Style, width: usize) -> String {
    let header = catalog.header();
    let resources: Vec<&Resource> = catalog.resources().filter(|resource| is_counted(resource)).collect();
    // The catalog lists the node definition among the classes.
    let is_node =
        |name: &str| catalog.resources().any(|node| node.kind == Kind::Node && &*node.title == name);
    let classes: Vec<&str> =
        catalog.classes().filter(|class| *class != "settings" && !is_node(class)).collect();
    let title = paint(&header.name, "1", style);
    let mut text = format!("{title} in environment {}\n", header.environment);
    let counts = [
        count(resources.len(), "resource", "resources"),
        count(classes.len(), "class", "classes"),
        count(about.warnings, "warning", "warnings"),
        format!("{} ms", about.time.as_millis().max(1)),
    ];
    let shown: Vec<&str> = counts.iter().filter(|text| *text != "0 warnings").map(String::as_str).collect();
    text.push_str(&format!("{}\n", shown.join(", ")));
    text.push_str(&types(&resources, style, width));
    if !classes.is_empty() {
        let last = classes.len() - 1;
        let named = classes.iter().enumerate();
        let words: Vec<String> =
            named.map(|(index, class)| format!("{class}{}", if index == last { "" } else { "," })).collect();
        text.push_str(&format!("\n{}\n", paint("classes", "1", style)));
        text.push_str(&wrapped(words.iter().map(String::as_str), "  ", width));
    }
    let hint = "`--format tree` shows what contains what, `--format json-pretty` the catalog itself";
    let hint = wrapped(hint.split(' '), "", width);
    text.push_str(&format!("\n{}\n", paint(hint.trim_end(), "2", style)));
    text
}

/// One line per type: the number of resources, and their titles.
fn types(resources: &[&Resource], style: Style, width: usize) -> String {
    let mut types: Vec<(&str, Vec<&str>)> = Vec::new();
    for resource in resources {
        match types.iter_mut().find(|(name, _)| *name == &*resource.type_name) {
            Some((_, titles)) => titles.push(&resource.title),
            None => types.push((&resource.type_name, vec![&resource.title])),
        }
    }
    // Most frequent first; ties stay in declaration order.
    types.sort_by_key(|(_, titles)| std::cmp::Reverse(titles.len()));
    let name_width = types.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let number_width = types.first().map_or(0, |(_, titles)| titles.len().to_string().len());
    let mut text = if types.is_empty() { String::new() } else { "\n".to_owned() };
    for (name, titles) in types {
        let head = format!("  {name:name_width$}  {:>number_width$}", titles.len());
        let room = width.saturating_sub(head.chars().count() + 2);
        let list = titles.join(", ").replace(char::is_control, " ");
        let list = if room < 8 { String::new() } else { format!("  {}", fitted(&list, room)) };
        text.push_str(&format!("{head}{}\n", paint(&list, "2", style)));
    }
    text
}

/// Whether an agent manages the resource: it is not a class, node or stage.
fn is_counted(resource: &Resource) -> bool {
    matches!(resource.kind, Kind::Builtin | Kind::Define) && &*resource.type_name != "Stage"
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use bunraku::{Program, edition::PUPPET8};

    use super::*;

    fn summary(code: &str, width: usize) -> String {
        let catalog = Program::new(&PUPPET8).evaluate("site.pp", code).catalog.unwrap();
        text(&catalog, &About { time: Duration::from_millis(7), warnings: 1 }, Style::Plain, width)
    }

    #[test]
    fn the_most_frequent_type_comes_first() {
        let code = "node default { } class a { file { '/x': } } include a notify { ['one', 'two', 'a title of many words']: }";
        let expected = "localhost in environment production\n4 resources, 1 class, 1 warning, 7 ms\n\n  \
                        Notify  3  one, two, a title of many words\n  File    1  /x\n\nclasses\n  a\n\n";
        let string = summary(code, 80);
        assert!(string.starts_with(expected), "{string}");
        let narrow = summary(code, 30);
        assert!(narrow.contains("  Notify  3  one, two, a titl…\n"), "{narrow}");
        assert!(narrow.lines().skip(1).all(|line| line.chars().count() <= 37), "{narrow}");
        assert!(summary(code, 18).contains("  Notify  3\n"));
    }

    #[test]
    fn an_empty_catalog() {
        let string = summary("", 80);
        assert!(
            string.starts_with("localhost in environment production\n0 resources, 0 classes,"),
            "{string}"
        );
    }
}
