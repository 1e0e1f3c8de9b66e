//! The lossless syntax tree: two flat vectors.

use bunraku_diag::TextRange;

use crate::{
    SourceKind, SyntaxError,
    lexer::Heredoc,
    token::{Token, TokenKind},
};

/// The index of a node in its tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub u32);

/// A node: what it is, its tokens, and where its subtree ends.
///
/// Parents come before children, in source order: the first child of `n` is `n + 1`, the next sibling of `n`
/// is `nodes[n].end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Node {
    pub kind: NodeKind,
    pub first_token: u32,
    pub end_token: u32,
    pub end: u32,
}

/// The tree of one text.
///
/// It does not hold the text; [`Tree::root`] joins the two for reading.
#[derive(Debug, Clone)]
pub struct Tree {
    pub(crate) kind: SourceKind,
    pub(crate) tokens: Vec<Token>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) heredocs: Vec<Heredoc>,
    pub(crate) errors: Vec<SyntaxError>,
}

impl Tree {
    /// The root, for reading together with the text that the tree was made of.
    pub fn root<'t>(&'t self, text: &'t str) -> Syntax<'t> {
        Syntax { tree: self, text, id: NodeId(0) }
    }

    /// What it was read as.
    pub fn kind(&self) -> SourceKind {
        self.kind
    }

    /// The errors, the one that Puppet would report first.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// All tokens in source order, the last being `Eof`. Their texts concatenate to the source.
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// The heredocs.
    pub fn heredocs(&self) -> &[Heredoc] {
        &self.heredocs
    }

    /// The number of nodes.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The bytes of the token with that index.
    pub fn token_range(&self, token: u32) -> TextRange {
        let at = |index: u32| self.tokens.get(index as usize).map(|token| token.start);
        let end = self.tokens.last().map_or(0, |token| token.start);
        let start = at(token).unwrap_or(end);
        TextRange::new(start, at(token + 1).unwrap_or(end))
    }

    /// The nodes that contain a byte, from the root to the smallest.
    ///
    /// The text of a heredoc belongs to the heredoc, although it stands outside of its tag.
    pub fn path_at(&self, offset: u32) -> Vec<NodeId> {
        let mut path = Vec::new();
        let mut index = 0;
        while let Some(node) = self.nodes.get(index as usize) {
            let range = self.node_range(node);
            if range.start <= offset && offset < range.end || index == 0 {
                // A heredoc's text comes after nodes that do not contain it: what was found outside of it goes.
                path.retain(|&NodeId(seen)| {
                    self.nodes.get(seen as usize).is_some_and(|other| index < other.end)
                });
                path.push(NodeId(index));
            }
            index += 1;
        }
        path
    }

    /// The memory that the tree occupies, in bytes, for measurements.
    pub fn memory(&self) -> usize {
        self.tokens.capacity() * size_of::<Token>()
            + self.nodes.capacity() * size_of::<Node>()
            + self.heredocs.capacity() * size_of::<Heredoc>()
            + self.errors.capacity() * size_of::<SyntaxError>()
    }

    /// The heredoc whose text starts with that token.
    fn heredoc_at(&self, first_token: u32) -> Option<&Heredoc> {
        let found = self.heredocs.binary_search_by_key(&first_token, |heredoc| heredoc.first_token);
        found.ok().and_then(|at| self.heredocs.get(at))
    }

    pub(crate) fn node_range(&self, node: &Node) -> TextRange {
        let at = |index: u32| self.tokens.get(index as usize).map_or(0, |token| token.start);
        if node.first_token >= node.end_token {
            return TextRange::at(at(node.first_token));
        }
        TextRange::new(at(node.first_token), self.token_range(node.end_token - 1).end)
    }
}

/// A node together with its tree and text, for reading.
#[derive(Clone, Copy)]
pub struct Syntax<'t> {
    tree: &'t Tree,
    text: &'t str,
    id: NodeId,
}

impl<'t> Syntax<'t> {
    /// What it is.
    pub fn kind(self) -> NodeKind {
        self.node().map_or(NodeKind::Missing, |node| node.kind)
    }

    /// Its index.
    pub fn id(self) -> NodeId {
        self.id
    }

    /// The tree it belongs to.
    pub fn tree(self) -> &'t Tree {
        self.tree
    }

    /// The text of the whole file.
    pub fn source(self) -> &'t str {
        self.text
    }

    /// Its bytes: from its first to its last token that is neither white space nor comment. A node without
    /// tokens is an empty range where something was expected.
    pub fn range(self) -> TextRange {
        self.node().map_or(TextRange::default(), |node| self.tree.node_range(node))
    }

    /// Its text.
    pub fn text(self) -> &'t str {
        self.range().of(self.text)
    }

    /// The index after the last node below it.
    pub fn subtree_end(self) -> NodeId {
        NodeId(self.node().map_or(self.id.0 + 1, |node| node.end))
    }

    /// Its children, in source order.
    pub fn children(self) -> Children<'t> {
        let end = self.node().map_or(0, |node| node.end);
        Children { parent: self, next: self.id.0 + 1, end }
    }

    /// The child at a position.
    pub fn child(self, index: usize) -> Option<Syntax<'t>> {
        self.children().nth(index)
    }

    /// The first child of a kind.
    pub fn find(self, kind: NodeKind) -> Option<Syntax<'t>> {
        self.children().find(|child| child.kind() == kind)
    }

    /// Itself and everything below, parents first.
    pub fn descendants(self) -> impl Iterator<Item = Syntax<'t>> {
        let end = self.node().map_or(self.id.0, |node| node.end);
        (self.id.0..end).map(move |id| Syntax { id: NodeId(id), ..self })
    }

    /// Its own tokens: those between its first and last that belong to no child, without white space and
    /// comments, with their indexes.
    ///
    /// The text of a heredoc that lies between them belongs to the heredoc, wherever that stands.
    pub fn own_tokens(self) -> impl Iterator<Item = (u32, TokenKind)> + 't {
        let (first, end) = self.tokens();
        let mut children = self.children();
        let mut child = children.next();
        let mut index = first;
        std::iter::from_fn(move || {
            while index < end {
                while let Some(node) = child.and_then(Syntax::node)
                    && (node.end_token <= index
                        || node.first_token >= end
                        || node.first_token == node.end_token)
                {
                    child = children.next();
                }
                if let Some(node) = child.and_then(Syntax::node)
                    && node.first_token <= index
                {
                    index = node.end_token;
                    continue;
                }
                let (at, kind) = (index, self.tree.tokens.get(index as usize)?.kind);
                index += 1;
                if kind == TokenKind::HeredocStart {
                    index = self.tree.heredoc_at(at).map_or(index, |heredoc| heredoc.end_token);
                } else if !kind.is_trivia() {
                    return Some((at, kind));
                }
            }
            None
        })
    }

    /// The first of its own tokens of a kind that satisfies a condition.
    pub fn own_token(self, accept: impl Fn(TokenKind) -> bool) -> Option<(TokenKind, TextRange)> {
        let (index, kind) = self.own_tokens().find(|&(_, kind)| accept(kind))?;
        Some((kind, self.tree.token_range(index)))
    }

    /// The kind of its first token.
    pub fn first_token(self) -> Option<TokenKind> {
        let node = self.node()?;
        self.tree.tokens.get(node.first_token as usize).map(|token| token.kind)
    }

    /// The indexes of its first token and of the one after its last.
    pub fn tokens(self) -> (u32, u32) {
        self.node().map_or((0, 0), |node| (node.first_token, node.end_token))
    }

    fn node(self) -> Option<&'t Node> {
        self.tree.nodes.get(self.id.0 as usize)
    }
}

impl std::fmt::Debug for Syntax<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}@{}..{}", self.kind(), self.range().start, self.range().end)
    }
}

/// The children of a node.
#[derive(Clone)]
pub struct Children<'t> {
    parent: Syntax<'t>,
    next: u32,
    end: u32,
}

impl<'t> Iterator for Children<'t> {
    type Item = Syntax<'t>;

    fn next(&mut self) -> Option<Syntax<'t>> {
        if self.next >= self.end {
            return None;
        }
        let child = Syntax { id: NodeId(self.next), ..self.parent };
        // A node ends behind itself, so this always moves on.
        self.next = child.node().map_or(self.end, |node| node.end.max(self.next + 1));
        Some(child)
    }
}

macro_rules! node_kinds {
    ($($(#[doc = $doc:literal])* $kind:ident,)*) => {
        /// What a node is.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(u8)]
        pub enum NodeKind {
            $($(#[doc = $doc])* $kind,)*
        }

        impl NodeKind {
            /// The name of the kind.
            pub fn name(self) -> &'static str {
                match self {
                    $(NodeKind::$kind => stringify!($kind),)*
                }
            }
        }
    };
}

node_kinds! {
    /// The whole text: statements; in a template first an `EppParameters`, if there is one.
    Root,
    /// `{ ... }` with statements.
    Block,

    /// A lower case name as a value: `apache::port`.
    Name,
    /// A bare word that is no name, or `type` and `function` as values in arrays and hashes: a string.
    Word,
    /// A type name: `Foo::Bar`.
    TypeName,
    /// `$x`; in `${x}` and `${x[1]}` without the `$`.
    Variable,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// `undef`.
    Undef,
    /// `default`.
    Default,
    /// A string of a single token.
    String,
    /// A double quoted string with interpolation: `StringText`, `Interpolation` and `Variable` nodes.
    InterpolatedString,
    /// Plain text in an interpolated string or a heredoc.
    StringText,
    /// `${...}`: one expression.
    Interpolation,
    /// A regular expression.
    Regexp,
    /// `@(TAG)`: a `HeredocText`.
    Heredoc,
    /// The text of a heredoc on the lines below its tag: as in an `InterpolatedString`.
    HeredocText,
    /// `[ ... ]`: elements.
    Array,
    /// `{ ... }`: `HashEntry` nodes.
    Hash,
    /// `key => value`.
    HashEntry,
    /// `attr` or `private`, which are reserved.
    ReservedWord,

    /// `( ... )`: one expression.
    Parenthesized,
    /// `! x`.
    Not,
    /// `- x`.
    Negate,
    /// `* x`.
    Splat,
    /// An operator between two expressions; the operator is its token.
    Binary,
    /// `x = y`, `x += y`, `x -= y`.
    Assignment,
    /// Two or more operands with `->`, `~>`, `<-` or `<~` between them, from left to right.
    Relationship,
    /// `x[ ... ]`: the expression, then the keys.
    Access,
    /// `f( ... )`: what is called, `Arguments`, and perhaps a `Lambda`.
    Call,
    /// `x.f( ... )`: the receiver, a `Name`, perhaps `Arguments`, and perhaps a `Lambda`.
    MethodCall,
    /// `notice x, y`: a `Name` and its arguments.
    StatementCall,
    /// `( ... )` of a call.
    Arguments,
    /// `|$x| { ... }`: `Parameters`, perhaps a `ReturnType`, and a `Block`.
    Lambda,
    /// The parameters of a class, define, function, lambda or template.
    Parameters,
    /// A parameter: perhaps its type, then perhaps a `ParameterDefault`.
    Parameter,
    /// `= x` of a parameter.
    ParameterDefault,
    /// `>> T`: a type.
    ReturnType,

    /// `if`: test, `Block`, then `Elsif` nodes and perhaps an `Else`.
    If,
    /// `elsif`: test, `Block`.
    Elsif,
    /// `else`: `Block`.
    Else,
    /// `unless`: test, `Block`, and perhaps an `Else`.
    Unless,
    /// `case`: the value, then `CaseOption` nodes.
    Case,
    /// Values, then a `Block`.
    CaseOption,
    /// `x ? { ... }`: the value, then `SelectorEntry` nodes.
    Selector,
    /// `option => value`.
    SelectorEntry,

    /// `class`: perhaps `Parameters`, perhaps a `ClassParent`, then a `Block`. Its name is a token.
    Class,
    /// `inherits x`.
    ClassParent,
    /// `define`: perhaps `Parameters`, then a `Block`. Its name is a token.
    Define,
    /// `function`: perhaps `Parameters`, perhaps a `ReturnType`, then a `Block`. Its name is a token.
    Function,
    /// `node`: a `HostNames`, perhaps a `NodeParent`, then a `Block`.
    NodeDefinition,
    /// The matchers of a node.
    HostNames,
    /// A node's name without quotes: `web01.example.com`.
    HostName,
    /// `inherits x` of a node, which is not allowed any more.
    NodeParent,
    /// `type X = ...`: the type on the left, then what it stands for.
    TypeAlias,
    /// `Parent { ... }` on the right of a type alias: a `TypeName` and a `Hash`.
    ObjectBody,
    /// `type X { ... }`, which Puppet reads and then refuses: a `Block`. Its name is a token.
    TypeDefinition,

    /// `type { title: ... }`: the type, then `ResourceBody` nodes.
    Resource,
    /// A title, then `Attribute` and `AttributeSplat` nodes.
    ResourceBody,
    /// `Type { ... }`: the type, then attributes.
    ResourceDefaults,
    /// `Type['title'] { ... }`: the reference, then attributes.
    ResourceOverride,
    /// `name { a => 1 }`: a name and, as it turns out, a hash of attributes without a title.
    UntitledResource,
    /// `@` or `@@` before a resource.
    Virtual,
    /// `name => value` or `name +> value`: the value. Its name is a token.
    Attribute,
    /// `* => value`.
    AttributeSplat,
    /// `Type <| ... |>`: the type, a `Query`, then attributes.
    Collector,
    /// `<| ... |>` or `<<| ... |>>`: perhaps an expression.
    Query,

    /// `|...|` at the start of a template.
    EppParameters,
    /// Text of a template.
    RenderText,
    /// `<%= ... %>`: an expression or a `Block`.
    Render,

    /// An expression should stand here.
    Missing,
    /// Tokens that fit nowhere.
    Error,
}
