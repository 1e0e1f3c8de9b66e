//! A file as the rules see it.

use std::cell::OnceCell;

use bunraku_diag::Source;
use bunraku_edition::{PUPPET8, SyntaxRules};
use bunraku_syntax::{SourceKind, Syntax, Token, TokenKind, Tree, parse};

use crate::parts::{self, Body, Definition};
use crate::word::{Word, Words};
use crate::{Settings, cut};

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
    /// breaks a file, the comment is read as the comment that it was meant to be.
    pub fn manifest(text: &str) -> Read {
        let tree = parse(text, SourceKind::Manifest, GRAMMAR);
        if tree.errors().is_empty() || slash(&tree).is_none() {
            return Read { tree, slashes: Vec::new(), changed: None };
        }
        let mut read = Read { tree, slashes: Vec::new(), changed: Some(text.to_owned()) };
        while let Some(at) = slash(&read.tree).filter(|_| read.slashes.len() < MOST_SLASHES) {
            let Some(changed) = &mut read.changed else { break };
            // Of the same length, so that all places stay what they are.
            changed.replace_range(at as usize..at as usize + 2, "# ");
            read.slashes.push(at);
            read.tree = parse(changed, SourceKind::Manifest, GRAMMAR);
        }
        read.slashes.sort_unstable();
        read
    }
}

/// The first `//` that is read as a regular expression.
fn slash(tree: &Tree) -> Option<u32> {
    let is_empty =
        |(token, next): (&Token, &Token)| token.kind == TokenKind::Regexp && next.start == token.start + 2;
    let tokens = tree.tokens();
    tokens.iter().zip(tokens.iter().skip(1)).find(|pair| is_empty(*pair)).map(|(token, _)| token.start)
}

/// A manifest with all that rules ask of it.
pub struct File<'f> {
    /// Where it is, as far as that is known; empty otherwise. Rules ask for the names of folders.
    pub path: &'f str,
    /// Its source.
    pub source: &'f Source,
    /// What the rules are told.
    pub settings: &'f Settings,
    /// Its words.
    pub words: &'f Words<'f>,
    root: Syntax<'f>,
    bodies: OnceCell<Vec<Body<'f>>>,
    definitions: OnceCell<Vec<Definition<'f>>>,
}

impl<'f> File<'f> {
    pub(crate) fn new(
        path: &'f str,
        source: &'f Source,
        settings: &'f Settings,
        words: &'f Words<'f>,
        root: Syntax<'f>,
    ) -> File<'f> {
        File { path, source, settings, words, root, bodies: OnceCell::new(), definitions: OnceCell::new() }
    }

    /// The words of the text that a tree was made of.
    pub(crate) fn cut<'t>(read: &Read, text: &'t str) -> Words<'t> {
        cut::words(&read.tree, text, &read.slashes)
    }

    /// Its text.
    pub fn text(&self) -> &'f str {
        self.words.text
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
