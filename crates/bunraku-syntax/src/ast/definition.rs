//! Classes, defined types, functions, nodes and types.

use bunraku_diag::TextRange;

use super::{
    Apply, Arguments, Block, Class, ClassParent, Define, Function, Hash, HostName, HostNames, NodeDefinition,
    NodeParent, ObjectBody, Parameters, Plan, TypeAlias, TypeDefinition, TypeName, View, call, child, first,
};
use crate::{Syntax, TokenKind};

/// A definition of any kind.
#[derive(Debug, Clone, Copy)]
pub enum Definition<'t> {
    /// `class`.
    Class(Class<'t>),
    /// `define`.
    Define(Define<'t>),
    /// `function`.
    Function(Function<'t>),
    /// `plan`.
    Plan(Plan<'t>),
    /// `node`.
    Node(NodeDefinition<'t>),
    /// `type X = ...`: a type alias.
    TypeAlias(TypeAlias<'t>),
    /// `type X { ... }`, which Puppet parses and then rejects.
    TypeDefinition(TypeDefinition<'t>),
}

impl<'t> View<'t> for Definition<'t> {
    fn cast(node: Syntax<'t>) -> Option<Definition<'t>> {
        Some(match super::Node::of(node) {
            super::Node::Class(class) => Definition::Class(class),
            super::Node::Define(define) => Definition::Define(define),
            super::Node::Function(function) => Definition::Function(function),
            super::Node::Plan(plan) => Definition::Plan(plan),
            super::Node::NodeDefinition(node) => Definition::Node(node),
            super::Node::TypeAlias(alias) => Definition::TypeAlias(alias),
            super::Node::TypeDefinition(definition) => Definition::TypeDefinition(definition),
            _ => return None,
        })
    }

    fn syntax(self) -> Syntax<'t> {
        match self {
            Definition::Class(class) => class.0,
            Definition::Define(define) => define.0,
            Definition::Function(function) => function.0,
            Definition::Plan(plan) => plan.0,
            Definition::Node(node) => node.0,
            Definition::TypeAlias(alias) => alias.0,
            Definition::TypeDefinition(definition) => definition.0,
        }
    }
}

impl<'t> Definition<'t> {
    /// The name as written, for a node all of its names; empty if it is missing.
    pub fn name(self) -> &'t str {
        self.name_range().map_or("", |range| range.of(self.syntax().source()))
    }

    /// The place of the name, for a node that of all its names.
    pub fn name_range(self) -> Option<TextRange> {
        match self {
            Definition::Node(node) => node.names().map(View::range).filter(|range| !range.is_empty()),
            Definition::TypeAlias(alias) => alias.left().map(|left| match super::Access::cast(left) {
                Some(access) => access.target().map_or(left.range(), Syntax::range),
                None => left.range(),
            }),
            _ => name_range(self.syntax()),
        }
    }

    /// The place of the head: from the keyword to the name.
    pub fn head(self) -> TextRange {
        let range = self.range();
        TextRange::new(range.start, self.name_range().map_or(range.end, |name| name.end))
    }

    /// The parameters of a class, defined type or function.
    pub fn parameters(self) -> Option<Parameters<'t>> {
        first(self.syntax())
    }

    /// The statements in braces.
    pub fn body(self) -> Option<Block<'t>> {
        first(self.syntax())
    }
}

/// Accessors shared by classes, defined types, functions and definitions of types.
macro_rules! named {
    ($($view:ident)*) => {
        $(impl<'t> $view<'t> {
            /// The name as written; empty if it is missing.
            pub fn name(self) -> &'t str {
                self.name_range().map_or("", |range| range.of(self.0.source()))
            }

            /// The place of the name.
            pub fn name_range(self) -> Option<TextRange> {
                name_range(self.0)
            }
        })*
    };
}

macro_rules! with_body {
    ($($view:ident)*) => {
        $(impl<'t> $view<'t> {
            /// The statements in braces.
            pub fn body(self) -> Option<Block<'t>> {
                first(self.0)
            }
        })*
    };
}

macro_rules! with_parameters {
    ($($view:ident)*) => {
        $(impl<'t> $view<'t> {
            /// The parameters in parentheses.
            pub fn parameters(self) -> Option<Parameters<'t>> {
                first(self.0)
            }
        })*
    };
}

named!(Class ClassParent Define Function Plan TypeDefinition);
with_body!(Apply Class Define Function NodeDefinition Plan TypeDefinition);
with_parameters!(Class Define Function Plan);

impl<'t> Class<'t> {
    /// `inherits x`.
    pub fn parent(self) -> Option<ClassParent<'t>> {
        first(self.0)
    }
}

impl<'t> Apply<'t> {
    /// The targets and options in parentheses.
    pub fn arguments(self) -> Option<Arguments<'t>> {
        first(self.0)
    }
}

impl<'t> Function<'t> {
    /// The type after `>>`.
    pub fn return_type(self) -> Option<Syntax<'t>> {
        call::return_type(self.0)
    }
}

impl<'t> NodeDefinition<'t> {
    /// The names after the keyword.
    pub fn names(self) -> Option<HostNames<'t>> {
        first(self.0)
    }

    /// `inherits x`, which is no longer allowed.
    pub fn parent(self) -> Option<NodeParent<'t>> {
        first(self.0)
    }
}

impl<'t> HostNames<'t> {
    /// The names: bare names, strings, regular expressions and `default`.
    pub fn iter(self) -> impl Iterator<Item = Syntax<'t>> + Clone {
        self.0.children()
    }
}

impl HostName<'_> {
    /// The name, without whitespace and comments around its dots.
    pub fn name(self) -> String {
        let tokens = self.0.own_tokens();
        tokens.map(|(index, _)| self.0.tree().token_range(index).of(self.0.source())).collect()
    }
}

impl<'t> NodeParent<'t> {
    /// The name of the parent.
    pub fn name(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }
}

impl<'t> TypeAlias<'t> {
    /// The left side: a `TypeName`, or an `Access` in a type mapping.
    pub fn left(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The right side: a type, a hash or an `ObjectBody`.
    pub fn right(self) -> Option<Syntax<'t>> {
        child(self.0, 1)
    }
}

impl<'t> ObjectBody<'t> {
    /// The type before the braces.
    pub fn parent(self) -> Option<TypeName<'t>> {
        first(self.0)
    }

    /// The hash in braces.
    pub fn hash(self) -> Option<Hash<'t>> {
        first(self.0)
    }
}

impl<'t> TypeDefinition<'t> {
    /// The name after `inherits`.
    pub fn parent_name(self) -> Option<&'t str> {
        let mut names = self.0.own_tokens().filter(|(_, kind)| *kind == TokenKind::Ref);
        let (index, _) = names.nth(1)?;
        Some(self.0.tree().token_range(index).of(self.0.source()))
    }
}

/// The place of the name after the keyword of a definition.
fn name_range(node: Syntax<'_>) -> Option<TextRange> {
    let (index, kind) = node.own_tokens().nth(1)?;
    let name = matches!(kind, TokenKind::Name | TokenKind::Word | TokenKind::Ref) || kind.is_keyword();
    name.then(|| node.tree().token_range(index))
}
