//! The parts of a manifest that many rules check: resources and definitions, as ranges of words.

use bunraku_syntax::ast::{Attribute, AttributeOperation, Class, Define, Resource, ResourceBody, View};
use bunraku_syntax::{NodeKind, Syntax, TokenKind, ast};

use crate::word::{Kind, Word, Words};

/// One title of a resource with its attributes.
#[derive(Debug, Clone, Copy)]
pub struct Body<'f> {
    /// The word before the braces: the type, or `class`.
    pub resource_type: Word<'f>,
    /// The colon after the title.
    pub colon: Word<'f>,
    /// The `;` or `}` after the attributes.
    pub end: Word<'f>,
    node: ResourceBody<'f>,
    words: &'f Words<'f>,
}

impl<'f> Body<'f> {
    /// The words from the colon to the end, inclusive.
    pub fn words(self) -> impl DoubleEndedIterator<Item = Word<'f>> + Clone {
        self.colon.through(self.end)
    }

    /// The node of the tree.
    pub fn node(self) -> ResourceBody<'f> {
        self.node
    }

    /// The attributes, without splats.
    pub fn attributes(self) -> impl Iterator<Item = Attribute<'f>> {
        self.node.attributes().filter_map(|operation| match operation {
            AttributeOperation::Attribute(attribute) => Some(attribute),
            AttributeOperation::Splat(_) => None,
        })
    }

    /// The attribute of a name.
    pub fn attribute(self, name: &str) -> Option<Attribute<'f>> {
        self.attributes().find(|attribute| attribute.name() == name)
    }

    /// The first word of the value of an attribute.
    pub fn value(self, name: &str) -> Option<Word<'f>> {
        self.words.at(self.attribute(name)?.value()?.range().start)
    }

    /// Whether attributes come from a hash.
    pub fn has_splat(self) -> bool {
        self.node.attributes().any(|operation| matches!(operation, AttributeOperation::Splat(_)))
    }
}

/// A class or defined type.
#[derive(Debug, Clone, Copy)]
pub struct Definition<'f> {
    /// Whether it is a class.
    pub is_class: bool,
    /// `class` or `define`.
    pub keyword: Word<'f>,
    /// The name as written.
    pub name: Word<'f>,
    /// The name after `inherits`, if there is one.
    pub parent: Option<Word<'f>>,
    /// The brace that closes it.
    pub end: Word<'f>,
    node: Syntax<'f>,
    words: &'f Words<'f>,
}

impl<'f> Definition<'f> {
    /// The words from the keyword to the closing brace, inclusive.
    pub fn words(self) -> impl DoubleEndedIterator<Item = Word<'f>> + Clone {
        self.keyword.through(self.end)
    }

    /// "class" or "defined type".
    pub fn noun(self) -> &'static str {
        if self.is_class { "class" } else { "defined type" }
    }

    /// The node of the tree.
    pub fn node(self) -> Syntax<'f> {
        self.node
    }

    /// The parameters.
    pub fn parameters(self) -> impl Iterator<Item = ast::Parameter<'f>> {
        let list = self.node.children().find_map(ast::Parameters::cast);
        list.into_iter().flat_map(ast::Parameters::iter)
    }

    /// The word that names a parameter.
    pub fn parameter_word(self, parameter: ast::Parameter<'f>) -> Option<Word<'f>> {
        self.words.at(parameter.name_range()?.start)
    }

    /// The words between the parentheses of the parameters.
    pub fn parameter_words(self) -> Option<impl DoubleEndedIterator<Item = Word<'f>> + Clone> {
        let list = self.node.children().find_map(ast::Parameters::cast)?.range();
        let first = self.words.at(list.start)?;
        let last = self.words.at(list.end.checked_sub(1)?)?;
        let inside = move |word: &Word<'f>| *word != first && *word != last;
        (first.is(Kind::LParen) && last.is(Kind::RParen)).then(|| first.through(last).filter(inside))
    }
}

/// The bodies of all resources, in source order.
pub(crate) fn bodies<'f>(root: Syntax<'f>, words: &'f Words<'f>) -> Vec<Body<'f>> {
    let resources = root.descendants().filter_map(Resource::cast);
    resources.flat_map(|resource| bodies_of(resource, words)).collect()
}

fn bodies_of<'f>(resource: Resource<'f>, words: &'f Words<'f>) -> Vec<Body<'f>> {
    let Some(resource_type) = resource.resource_type().and_then(|node| words.at(node.range().start)) else {
        return Vec::new();
    };
    let ends = |node: ResourceBody<'f>| {
        let (_, colon) = node.syntax().own_token(|kind| kind == TokenKind::Colon)?;
        let last = words.at(node.range().end.checked_sub(1)?)?;
        let end = last.after().find(|word| word.is_any(&[Kind::Semicolon, Kind::RBrace]))?;
        Some(Body { resource_type, colon: words.at(colon.start)?, end, node, words })
    };
    resource.bodies().filter_map(ends).collect()
}

/// The classes and defined types of a file: first all classes, then all defined types, in the order of puppet-lint.
pub(crate) fn definitions<'f>(root: Syntax<'f>, words: &'f Words<'f>) -> Vec<Definition<'f>> {
    let of = |wanted: NodeKind| {
        let nodes = root.descendants().filter(move |node| node.kind() == wanted);
        nodes.filter_map(|node| definition(node, words))
    };
    of(NodeKind::Class).chain(of(NodeKind::Define)).collect()
}

fn definition<'f>(node: Syntax<'f>, words: &'f Words<'f>) -> Option<Definition<'f>> {
    let range = node.range();
    let (name, parent) = match Class::cast(node) {
        Some(class) => (class.name_range()?, class.parent().and_then(|parent| parent.name_range())),
        None => (Define::cast(node)?.name_range()?, None),
    };
    Some(Definition {
        is_class: node.kind() == NodeKind::Class,
        keyword: words.at(range.start)?,
        name: words.at(name.start)?,
        parent: parent.and_then(|parent| words.at(parent.start)),
        end: words.at(range.end.checked_sub(1)?)?,
        node,
        words,
    })
}
