//! Finds where an attribute name is expected, and which attributes are possible there.

use bunraku::edition::PUPPET8;
use bunraku::resources::{METAPARAMETERS, ResourceType};
use bunraku::syntax::{SourceKind, TokenKind};
use bunraku::{Names, Site};

/// What is being declared: a resource of a type, or a class.
#[derive(Debug, PartialEq, Eq)]
pub struct Declared {
    /// The name of the type or class.
    pub name: String,
    pub is_class: bool,
}

/// An open brace and its context.
struct Open {
    /// The name before the brace, if it can start a declaration.
    name: Option<String>,
    /// The first string after the brace: the title.
    title: Option<String>,
    /// Whether the title has been followed by a colon.
    titled: bool,
}

/// The declaration whose attribute comes next, if the input ends where an attribute may start.
pub fn declared(text: &str) -> Option<Declared> {
    let tree = bunraku::syntax::parse(text, SourceKind::Manifest, &PUPPET8.syntax);
    let mut open: Vec<Open> = Vec::new();
    let mut last: Option<(TokenKind, &str)> = None;
    for (index, token) in tree.tokens().iter().enumerate().filter(|(_, token)| !token.kind.is_trivia()) {
        let piece = tree.token_range(index as u32).of(text);
        if piece.is_empty() {
            continue;
        }
        match token.kind {
            TokenKind::LBrace => {
                let is_name = |kind| matches!(kind, TokenKind::Name | TokenKind::Class);
                let name = last.filter(|(kind, _)| is_name(*kind)).map(|(_, name)| name.to_owned());
                open.push(Open { name, title: None, titled: false });
            }
            TokenKind::SelectorBrace => open.push(Open { name: None, title: None, titled: false }),
            TokenKind::RBrace => drop(open.pop()),
            TokenKind::Colon => open.iter_mut().next_back().into_iter().for_each(|open| open.titled = true),
            TokenKind::Semicolon => {
                open.iter_mut().next_back().into_iter().for_each(|open| open.titled = false)
            }
            TokenKind::SingleQuoted | TokenKind::Name
                if last.is_some_and(|(kind, _)| kind == TokenKind::LBrace) =>
            {
                let title = piece.trim_matches('\'').to_owned();
                open.iter_mut().next_back().into_iter().for_each(|open| open.title = Some(title.clone()));
            }
            _ => {}
        }
        last = Some((token.kind, piece));
    }
    let begins = last.is_some_and(|(kind, _)| matches!(kind, TokenKind::Colon | TokenKind::Comma));
    let open = open.pop().filter(|open| begins && open.titled)?;
    match open.name?.as_str() {
        "class" => open.title.map(|name| Declared { name, is_class: true }),
        name => Some(Declared { name: name.to_owned(), is_class: false }),
    }
}

/// The attributes a declaration may set: its own first, then the metaparameters.
pub fn attributes(declared: &Declared, names: &Names, site: Option<&Site>) -> Vec<String> {
    let name = declared.name.trim_start_matches("::");
    let known = ResourceType::find(name).filter(|_| !declared.is_class);
    let mut all: Vec<String> = match (known, names.parameters.get(name)) {
        (Some(ty), _) => ty.attributes.iter().map(|name| name.to_string()).collect(),
        (None, Some(parameters)) => parameters.clone(),
        (None, None) => site.map(|site| of_module(site, declared, name)).unwrap_or_default(),
    };
    if !all.is_empty() {
        all.extend(METAPARAMETERS.iter().map(|name| (*name).to_owned()));
    }
    all
}

/// The parameters of a class or defined type of a module.
fn of_module(site: &Site, declared: &Declared, name: &str) -> Vec<String> {
    let environment = &site.environment;
    let body = match declared.is_class {
        true => environment.class(name).ok().flatten().map(|class| class.body.clone()),
        false => environment.define(name).ok().flatten().map(|define| define.body.clone()),
    };
    let params = body.iter().flat_map(|body| body.params.iter());
    params.map(|param| param.name.as_str().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(string: &str, expected: Option<(&str, bool)>) {
        let expected = expected.map(|(name, is_class)| Declared { name: name.to_owned(), is_class });
        assert_eq!(declared(string), expected, "{string}");
    }

    #[test]
    fn places_of_attributes() {
        check("file { '/a': ", Some(("file", false)));
        check("file { '/a': ensure => file,\n  ", Some(("file", false)));
        check("file { \"/a/${b}\": ensure => { x => 1 }, ", Some(("file", false)));
        check("vhost::site { $name: ", Some(("vhost::site", false)));
        check("class { 'web': ", Some(("web", true)));
        check("class a { file { '/a': ", Some(("file", false)));
        check("file { ", None);
        check("file { '/a'", None);
        check("file { '/a': ensure => ", None);
        check("file { '/a': ensure => file } ", None);
        check("[1, ", None);
        check("$x ? { 'a' => 1, ", None);
        check("{ 'a' => 1, ", None);
    }

    #[test]
    fn attributes_of_types_and_classes() {
        let mut names = Names::default();
        names.parameters.insert("web".to_owned(), vec!["port".to_owned()]);
        let of = |name: &str, is_class: bool| {
            attributes(&Declared { name: name.to_owned(), is_class }, &names, None)
        };
        assert!(
            of("file", false).contains(&"ensure".to_owned())
                && of("file", false).contains(&"require".to_owned())
        );
        assert_eq!(of("web", true).first().map(String::as_str), Some("port"));
        assert!(of("nonsense", false).is_empty());
    }
}
