//! A file as the rules see it.

use std::cell::OnceCell;

use bunraku_diag::{Source, TextRange};
use bunraku_edition::{PUPPET8, SyntaxRules};
use bunraku_formats::yaml;
use bunraku_infer::{ClassInfo, Lookup, Manifests, Model, Project};
use bunraku_syntax::{NodeKind, SourceKind, Syntax, Token, TokenKind, Tree, parse};

use crate::parts::{self, Body, Definition};
use crate::word::{Word, Words};
use crate::{FileKind, RuleSettings, cut};

/// The edition whose grammar the rules read: Puppet 8, which reads all that older ones do.
pub(crate) const GRAMMAR: &SyntaxRules = &PUPPET8.syntax;

/// How often `//` is taken for a comment before a file is given up.
const MOST_SLASHES: usize = 500;

/// The tree of a manifest in which `//` may stand for comments.
#[derive(Debug)]
pub struct Read {
    pub(crate) tree: Tree,
    /// The places of the `//` that begin a comment.
    pub(crate) slashes: Vec<u32>,
    /// The text that the tree was made of, if it is not that of the file: `//` is `# ` there.
    pub(crate) changed: Option<String>,
}

impl Read {
    /// Reads a manifest.
    ///
    /// Puppet takes `//` for an empty regular expression, and what follows for code that makes no sense. Where that
    /// breaks a file, or the expression is a statement, which does nothing and is refused, the comment is read as the
    /// comment that it was meant to be.
    pub fn manifest(text: &str) -> Read {
        let mut tree = parse(text, SourceKind::Manifest, GRAMMAR);
        if is_plan(&tree, text) {
            tree = parse(text, SourceKind::Plan, GRAMMAR);
        }
        let kind = tree.kind();
        let mut read = Read { tree, slashes: Vec::new(), changed: None };
        while let Some(at) = slash(&read, text).filter(|_| read.slashes.len() < MOST_SLASHES) {
            let mut changed = read.changed.take().unwrap_or_else(|| text.to_owned());
            // Of the same length, so that all places stay what they are.
            changed.replace_range(at as usize..at as usize + 2, "# ");
            read.slashes.push(at);
            read.tree = parse(&changed, kind, GRAMMAR);
            read.changed = Some(changed);
        }
        read.slashes.sort_unstable();
        read
    }

    /// The root of the tree; `text` is that of the file.
    pub(crate) fn root<'t>(&'t self, text: &'t str) -> Syntax<'t> {
        self.tree.root(self.changed.as_deref().unwrap_or(text))
    }
}

/// Whether a file begins with `plan NAME`.
fn is_plan(tree: &Tree, text: &str) -> bool {
    let tokens = tree.tokens();
    let mut words = tokens.iter().zip(tokens.iter().skip(1)).filter(|(token, _)| !token.kind.is_trivia());
    let is_keyword = |(token, next): (&Token, &Token)| {
        let word = text.get(token.start as usize..next.start as usize);
        token.kind == TokenKind::Name && word == Some("plan")
    };
    words.next().is_some_and(is_keyword)
        && words.next().is_some_and(|(name, _)| matches!(name.kind, TokenKind::Name | TokenKind::Word))
}

/// The first `//` that was meant to begin a comment.
fn slash(read: &Read, text: &str) -> Option<u32> {
    if !text.contains("//") {
        return None;
    }
    let broken = !read.tree.errors().is_empty();
    let tokens = read.tree.tokens();
    let mut pairs = tokens.iter().zip(tokens.iter().skip(1));
    let place = pairs.find(|(token, next)| match token.kind {
        TokenKind::Regexp => next.start == token.start + 2 && (broken || is_statement(read, text, token)),
        TokenKind::Slash => broken && next.kind == TokenKind::Slash && next.start == token.start + 1,
        _ => false,
    });
    place.map(|(token, _)| token.start)
}

/// Whether a token is all of a statement.
fn is_statement(read: &Read, text: &str, token: &Token) -> bool {
    let range = TextRange::new(token.start, token.start + 2);
    let node = read.tree.node(text, read.tree.node_at(range));
    let parent = node.and_then(Syntax::parent);
    parent.is_some_and(|parent| matches!(parent.kind(), NodeKind::Root | NodeKind::Block))
}

/// A file with all that rules ask of it.
pub struct File<'f> {
    /// Where it is, as far as that is known; empty otherwise. Rules ask for the names of folders.
    pub path: &'f str,
    /// Its source.
    pub source: &'f Source,
    /// What the rules are told.
    pub settings: &'f RuleSettings,
    /// Its words.
    pub words: &'f Words<'f>,
    /// What it is read as.
    pub kind: FileKind,
    /// What it can see, if that is known.
    pub project: Option<&'f Project>,
    /// Whether it has syntax errors, so that what belongs to what is a guess.
    pub broken: bool,
    root: Syntax<'f>,
    model: OnceCell<Model<'f>>,
    data: OnceCell<Option<yaml::Document>>,
    local: OnceCell<Manifests>,
    bodies: OnceCell<Vec<Body<'f>>>,
    definitions: OnceCell<Vec<Definition<'f>>>,
}

impl<'f> File<'f> {
    pub(crate) fn new(
        path: &'f str,
        source: &'f Source,
        (settings, project): (&'f RuleSettings, Option<&'f Project>),
        kind: FileKind,
        words: &'f Words<'f>,
        root: Syntax<'f>,
    ) -> File<'f> {
        File {
            path,
            source,
            settings,
            words,
            kind,
            project,
            broken: false,
            root,
            model: OnceCell::new(),
            data: OnceCell::new(),
            local: OnceCell::new(),
            bodies: OnceCell::new(),
            definitions: OnceCell::new(),
        }
    }

    /// The types of its expressions, its scopes and variables.
    pub fn model(&self) -> &Model<'f> {
        self.model.get_or_init(|| Model::new(self.root, self.project))
    }

    /// What the file itself defines, as it is now.
    pub fn local(&self) -> &Manifests {
        self.local.get_or_init(|| Manifests::of_tree(self.root, std::path::Path::new(self.path)))
    }

    /// The class of a name.
    pub fn class(&self, name: &str) -> Lookup<&ClassInfo> {
        let name = name.trim_start_matches("::");
        match (self.local().classes.get(name), self.project) {
            (Some(class), _) => Lookup::Found(class),
            (None, Some(project)) => project.class(name),
            (None, None) => Lookup::Unknown,
        }
    }

    /// The defined type of a name.
    pub fn define(&self, name: &str) -> Lookup<&ClassInfo> {
        let name = name.trim_start_matches("::");
        match (self.local().defines.get(name), self.project) {
            (Some(define), _) => Lookup::Found(define),
            (None, Some(project)) => project.define(name),
            (None, None) => Lookup::Unknown,
        }
    }

    /// The document of a YAML file, unless it cannot be read.
    pub fn data(&self) -> Option<&yaml::Document> {
        self.data.get_or_init(|| yaml::read_with_positions(self.source.text()).ok()).as_ref()
    }

    /// The words of the text that a tree was made of.
    pub(crate) fn cut<'t>(read: &Read, text: &'t str) -> Words<'t> {
        cut::words(&read.tree, text, &read.slashes)
    }

    /// Its text.
    pub fn text(&self) -> &'f str {
        self.words.text
    }

    /// The module that it is in, if that is known: its name and its folder.
    pub fn module(&self) -> Option<(&'f str, &'f std::path::Path)> {
        self.project?.module_of(std::path::Path::new(self.path))
    }

    /// The root of its tree.
    pub fn root(&self) -> Syntax<'f> {
        self.root
    }

    /// The titles of all resources with their attributes.
    pub fn bodies(&self) -> impl Iterator<Item = Body<'f>> + '_ {
        self.bodies.get_or_init(|| parts::bodies(self.root, self.words)).iter().copied()
    }

    /// The bodies of the resources of a type.
    pub fn bodies_of<'a>(&'a self, resource_type: &'a str) -> impl Iterator<Item = Body<'f>> + 'a {
        self.bodies().filter(move |body| body.resource_type.value() == resource_type)
    }

    /// All classes, then all defined types.
    pub fn definitions(&self) -> impl Iterator<Item = Definition<'f>> + '_ {
        self.definitions.get_or_init(|| parts::definitions(self.root, self.words)).iter().copied()
    }

    /// The word at a place.
    pub fn word_at(&self, offset: u32) -> Option<Word<'f>> {
        self.words.at(offset)
    }
}
