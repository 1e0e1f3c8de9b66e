//! A file as seen by the rules.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::path::Path;

use bunraku_diag::{Source, TextRange};
use bunraku_edition::{PUPPET8, SyntaxRules};
use bunraku_formats::yaml;
use bunraku_infer::{ClassInfo, Lookup, Manifests, Model, Project, bare};
use bunraku_syntax::ast::FunctionCall;
use bunraku_syntax::{NodeKind, SourceKind, Syntax, Token, TokenKind, Tree, parse};

use crate::declared::{self, Declared};
use crate::parts::{self, Body, Definition};
use crate::word::{Word, Words};
use crate::{FileFormat, RuleSettings, cut};

/// The grammar for the rules: that of Puppet 8, which accepts everything that older versions do.
pub(crate) const GRAMMAR: &SyntaxRules = &PUPPET8.syntax;

/// How often `//` is treated as a comment before a file is abandoned.
const MOST_SLASHES: usize = 500;

/// The tree of a manifest in which `//` may begin comments.
#[derive(Debug)]
pub struct Read<'t> {
    pub(crate) tree: Cow<'t, Tree>,
    /// The places of the `//` that begin a comment.
    pub(crate) slashes: Vec<u32>,
    /// The text from which the tree was parsed, if it differs from that of the file: `//` is replaced by `# `.
    pub(crate) changed: Option<String>,
}

impl<'t> Read<'t> {
    /// Parses a manifest.
    ///
    /// Puppet treats `//` as an empty regular expression, and what follows as meaningless code. If that breaks a file,
    /// or the expression is a statement, which has no effect and is rejected, the comment is read as the comment it was
    /// meant to be.
    pub fn manifest(text: &str) -> Read<'static> {
        Read::of(text, Cow::Owned(parse(text, SourceKind::Manifest, GRAMMAR)))
    }

    /// Takes the tree of a manifest or plan that is parsed already.
    pub(crate) fn of(text: &str, mut tree: Cow<'t, Tree>) -> Read<'t> {
        if tree.kind() == SourceKind::Manifest && is_plan(&tree, text) {
            tree = Cow::Owned(parse(text, SourceKind::Plan, GRAMMAR));
        }
        let kind = tree.kind();
        let mut read = Read { tree, slashes: Vec::new(), changed: None };
        while let Some(at) = slash(&read, text).filter(|_| read.slashes.len() < MOST_SLASHES) {
            let mut changed = read.changed.take().unwrap_or_else(|| text.to_owned());
            // Of the same length, so that all places stay the same.
            changed.replace_range(at as usize..at as usize + 2, "# ");
            read.slashes.push(at);
            read.tree = Cow::Owned(parse(&changed, kind, GRAMMAR));
            read.changed = Some(changed);
        }
        read.slashes.sort_unstable();
        read
    }

    /// The root of the tree; `text` is that of the file.
    pub(crate) fn root<'r>(&'r self, text: &'r str) -> Syntax<'r> {
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
fn slash(read: &Read<'_>, text: &str) -> Option<u32> {
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

/// Whether a token is a whole statement.
fn is_statement(read: &Read<'_>, text: &str, token: &Token) -> bool {
    let range = TextRange::new(token.start, token.start + 2);
    let node = read.tree.node(text, read.tree.node_at(range));
    let parent = node.and_then(Syntax::parent);
    parent.is_some_and(|parent| matches!(parent.kind(), NodeKind::Root | NodeKind::Block))
}

fn by_kind(root: Syntax<'_>) -> Vec<Vec<Syntax<'_>>> {
    let mut kinds: Vec<Vec<Syntax<'_>>> = Vec::new();
    for node in root.descendants() {
        let at = node.kind() as usize;
        if kinds.len() <= at {
            kinds.resize_with(at + 1, Vec::new);
        }
        kinds.get_mut(at).into_iter().for_each(|nodes| nodes.push(node));
    }
    kinds
}

/// A file with everything that rules need.
pub struct File<'f> {
    /// The path, as far as it is known; empty otherwise. Rules look at the names of folders.
    pub path: &'f str,
    /// Its source.
    pub source: &'f Source,
    /// The settings of the rules.
    pub settings: &'f RuleSettings,
    /// Its words.
    pub words: &'f Words<'f>,
    /// How it is parsed.
    pub kind: FileFormat,
    /// What it can see, if that is known.
    pub project: Option<&'f Project>,
    /// Whether it has syntax errors, so that its structure is a guess.
    pub broken: bool,
    root: Syntax<'f>,
    module: OnceCell<Option<(&'f str, &'f Path)>>,
    is_complete: OnceCell<bool>,
    model: OnceCell<Model<'f>>,
    data: OnceCell<Option<yaml::Document>>,
    local: OnceCell<Manifests>,
    /// The nodes by the number of their kind.
    nodes: OnceCell<Vec<Vec<Syntax<'f>>>>,
    declared: OnceCell<Vec<Declared<'f>>>,
    calls: OnceCell<Vec<FunctionCall<'f>>>,
    bodies: OnceCell<Vec<Body<'f>>>,
    definitions: OnceCell<Vec<Definition<'f>>>,
}

impl<'f> File<'f> {
    pub(crate) fn new(
        path: &'f str,
        source: &'f Source,
        (settings, project): (&'f RuleSettings, Option<&'f Project>),
        kind: FileFormat,
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
            module: OnceCell::new(),
            is_complete: OnceCell::new(),
            model: OnceCell::new(),
            data: OnceCell::new(),
            local: OnceCell::new(),
            nodes: OnceCell::new(),
            declared: OnceCell::new(),
            calls: OnceCell::new(),
            bodies: OnceCell::new(),
            definitions: OnceCell::new(),
        }
    }

    /// The types of its expressions, its scopes and variables.
    pub fn model(&self) -> &Model<'f> {
        self.model.get_or_init(|| Model::new(self.root, self.project))
    }

    /// The definitions in the file itself, in its current state.
    pub fn local(&self) -> &Manifests {
        self.local.get_or_init(|| {
            let kinds = [NodeKind::Class, NodeKind::Define, NodeKind::Function];
            Manifests::definitions(kinds.into_iter().flat_map(|kind| self.nodes(kind)), Path::new(self.path))
        })
    }

    /// The nodes of a kind, in source order. The tree is walked once for all rules that ask for some of its nodes.
    pub(crate) fn nodes(&self, kind: NodeKind) -> impl Iterator<Item = Syntax<'f>> + '_ {
        let kinds = self.nodes.get_or_init(|| by_kind(self.root));
        kinds.get(kind as usize).into_iter().flatten().copied()
    }

    /// All resources whose types are names.
    pub(crate) fn declared(&self) -> &[Declared<'f>] {
        self.declared.get_or_init(|| declared::all(self))
    }

    /// All function calls by name.
    pub(crate) fn calls(&self) -> &[FunctionCall<'f>] {
        self.calls.get_or_init(|| {
            let kinds = [NodeKind::Call, NodeKind::MethodCall, NodeKind::StatementCall];
            let mut calls: Vec<_> =
                kinds.into_iter().flat_map(|kind| self.nodes(kind)).filter_map(FunctionCall::of).collect();
            calls.sort_by_key(|call| call.node.range().start);
            calls
        })
    }

    /// Finds a class.
    pub fn class(&self, name: &str) -> Lookup<&ClassInfo> {
        let name = bare(name);
        match (self.local().classes.get(name), self.project) {
            (Some(class), _) => Lookup::Found(class),
            (None, Some(project)) => project.class(name),
            (None, None) => Lookup::Unknown,
        }
    }

    /// Finds a defined type.
    pub fn define(&self, name: &str) -> Lookup<&ClassInfo> {
        let name = bare(name);
        match (self.local().defines.get(name), self.project) {
            (Some(define), _) => Lookup::Found(define),
            (None, Some(project)) => project.define(name),
            (None, None) => Lookup::Unknown,
        }
    }

    /// The document of a YAML file, unless it cannot be parsed.
    pub fn data(&self) -> Option<&yaml::Document> {
        self.data.get_or_init(|| yaml::read_with_positions(self.source.text()).ok()).as_ref()
    }

    /// The words of the text from which a tree was parsed.
    pub(crate) fn cut<'t>(read: &Read<'_>, text: &'t str) -> Words<'t> {
        cut::words(&read.tree, text, &read.slashes)
    }

    /// Its text.
    pub fn text(&self) -> &'f str {
        self.words.text
    }

    /// The name and folder of the module that contains it, if that is known.
    pub fn module(&self) -> Option<(&'f str, &'f Path)> {
        *self.module.get_or_init(|| self.project?.module_of(Path::new(self.path)))
    }

    /// Whether it is in a project that has all that it needs, see [`Project::is_complete_for`].
    pub(crate) fn is_complete(&self) -> bool {
        let look = || self.project.is_some_and(|project| project.is_complete_for(Path::new(self.path)));
        *self.is_complete.get_or_init(look)
    }

    /// The root of its tree.
    pub fn root(&self) -> Syntax<'f> {
        self.root
    }

    /// The bodies of all resources.
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

    /// The word at a byte offset.
    pub fn word_at(&self, offset: u32) -> Option<Word<'f>> {
        self.words.at(offset)
    }
}
