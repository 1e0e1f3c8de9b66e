//! Tab completion: the names that fit the word before the cursor.

use std::collections::{BTreeMap, BTreeSet};

use bunraku::diag::capitalized;
use bunraku::edition::EDITIONS;
use bunraku::pcore::{Value, construct};
use bunraku::resources::ResourceType;
use bunraku::{Names, Session, Site};

use super::command::COMMANDS;
use super::{attribute, path};

/// The names available to the next input.
#[derive(Default)]
pub struct Known {
    /// The names, including those of the site's modules.
    pub names: Names,
    /// The variables and their values.
    pub variables: BTreeMap<String, Value>,
    /// The site, whose modules define more names.
    pub site: Option<Site>,
}

impl Known {
    /// Collects what a session knows.
    pub fn of(session: &Session) -> Known {
        let (mut names, site) = (session.names(), session.site().cloned());
        if let Some(site) = &site {
            names.functions.extend(site.environment.function_names());
            let modules = site.environment.modules.iter();
            names.classes.extend(modules.flat_map(|module| site.environment.manifest_names(&module.name)));
        }
        let mut variables = session.given();
        variables.extend(session.variables());
        Known { names, variables, site }
    }
}

/// The start of the word before the cursor, and its completions. `text` is the whole input so far.
pub fn candidates(text: &str, cursor: usize, known: &Known) -> (usize, Vec<String>) {
    let names = &known.names;
    let before = text.get(..cursor).unwrap_or(text);
    if let Some(found) = path::candidates(before, &known.variables) {
        return found;
    }
    let start = before
        .rfind(|char| !is_part_of_name(char))
        .map_or(0, |at| at + before.get(at..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8));
    let (ahead, word) = before.split_at_checked(start).unwrap_or(("", before));
    let mut found = BTreeSet::new();
    let mut offer = |name: &str| {
        if name.starts_with(word) && name != word {
            found.insert(name.to_owned());
        }
    };
    let command = before.trim_start();
    if word.starts_with(':') && !word.starts_with("::") && ahead.trim().is_empty() {
        COMMANDS.iter().for_each(|(name, _, _)| offer(name));
    } else if command.starts_with(":edition ") {
        EDITIONS.iter().for_each(|edition| offer(edition.name));
    } else if command.starts_with(":help ") || command.starts_with(":doc ") {
        bunraku::library().iter().for_each(|function| offer(function.name));
        names.functions.iter().chain(&names.classes).for_each(|name| offer(name));
        ResourceType::all().iter().for_each(|ty| offer(&ty.name));
    } else if ahead.ends_with('$') || ahead.ends_with("${") {
        names.variables.iter().for_each(|name| offer(name));
        names.variables.iter().for_each(|name| offer(&format!("::{name}")));
    } else if let Some(declared) = attribute::declared(ahead) {
        attribute::attributes(&declared, names, known.site.as_ref()).iter().for_each(|name| offer(name));
    } else if word.starts_with(char::is_uppercase) {
        construct::NAMES.iter().for_each(|name| offer(name));
        names.types.iter().for_each(|name| offer(name));
        names.classes.iter().for_each(|name| offer(&capitalized(name)));
        ResourceType::all().iter().for_each(|ty| offer(&capitalized(&ty.name)));
    } else if !word.is_empty() || ahead.ends_with('.') {
        bunraku::library().iter().for_each(|function| offer(function.name));
        names.functions.iter().for_each(|name| offer(name));
        if !ahead.ends_with('.') {
            names.classes.iter().for_each(|name| offer(name));
            ResourceType::all().iter().for_each(|ty| offer(&ty.name));
            KEYWORDS.iter().for_each(|name| offer(name));
        }
    }
    (start, found.into_iter().collect())
}

fn is_part_of_name(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || char == ':'
}

/// The keywords that can start or continue an input.
const KEYWORDS: [&str; 17] = [
    "and", "case", "class", "default", "define", "else", "elsif", "false", "function", "if", "in",
    "inherits", "node", "or", "true", "undef", "unless",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn complete(line: &str) -> Vec<String> {
        let set = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let names = Names {
            variables: set(&["answer", "facts", "os"]),
            facts: set(&["os"]),
            functions: set(&["my::filter"]),
            classes: set(&["web::site"]),
            types: set(&["Web::Port"]),
            parameters: BTreeMap::new(),
        };
        let facts = Value::hash([(Value::str("os"), Value::str("x"))]);
        let variables = [("facts".to_owned(), facts)].into();
        candidates(line, line.len(), &Known { names, variables, site: None }).1
    }

    #[test]
    fn names_that_fit() {
        assert_eq!(complete("notice($an"), ["answer"]);
        assert_eq!(complete("\"${o"), ["os"]);
        assert_eq!(complete("$::an"), ["::answer"]);
        assert_eq!(complete("$facts['o"), ["os']"]);
        assert_eq!(complete("file { '/a': ensure => file,\n  mo"), ["mode"]);
        assert_eq!(complete("file { '/a': noo"), ["noop"]);
        assert_eq!(complete("Web"), ["Web::Port", "Web::Site"]);
        assert_eq!(complete("include web::"), ["web::site"]);
        assert_eq!(complete("[1].filt"), ["filter"]);
        assert_eq!(complete("my::"), ["my::filter"]);
        assert_eq!(complete("1 =~ SemVerR"), ["SemVerRange"]);
        assert_eq!(complete("unl"), ["unless"]);
        assert_eq!(complete(":ty"), [":type"]);
        assert_eq!(complete(":edition s"), ["spec"]);
        assert_eq!(complete(":help filt"), ["filter"]);
        assert_eq!(complete(":doc web::"), ["web::site"]);
        assert_eq!(complete("é $an"), ["answer"]);
        assert!(
            complete("File").contains(&"Filebucket".to_owned())
                || complete("Fil").contains(&"File".to_owned())
        );
        assert!(complete("").is_empty());
    }
}
