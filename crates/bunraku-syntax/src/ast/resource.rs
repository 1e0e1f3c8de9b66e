//! Resources, their attributes, and collectors.

use bunraku_diag::TextRange;

use super::{
    Attribute, AttributeSplat, Collector, Node, Query, Resource, ResourceBody, ResourceDefaults,
    ResourceOverride, UntitledResource, View, Virtual, all, child, first,
};
use crate::{Syntax, TokenKind};

/// An entry among the attributes of a resource.
#[derive(Debug, Clone, Copy)]
pub enum AttributeOperation<'t> {
    /// `name => value` or `name +> value`.
    Attribute(Attribute<'t>),
    /// `* => value`.
    Splat(AttributeSplat<'t>),
}

impl<'t> View<'t> for AttributeOperation<'t> {
    fn cast(node: Syntax<'t>) -> Option<AttributeOperation<'t>> {
        match Node::of(node) {
            Node::Attribute(attribute) => Some(AttributeOperation::Attribute(attribute)),
            Node::AttributeSplat(splat) => Some(AttributeOperation::Splat(splat)),
            _ => None,
        }
    }

    fn syntax(self) -> Syntax<'t> {
        match self {
            AttributeOperation::Attribute(attribute) => attribute.0,
            AttributeOperation::Splat(splat) => splat.0,
        }
    }
}

impl<'t> AttributeOperation<'t> {
    /// The value of the attribute, or the hash with attributes.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.syntax(), 0)
    }
}

macro_rules! with_attributes {
    ($($view:ident)*) => {
        $(impl<'t> $view<'t> {
            /// The attributes, in source order.
            pub fn attributes(self) -> impl Iterator<Item = AttributeOperation<'t>> + Clone {
                all(self.0)
            }
        })*
    };
}

with_attributes!(ResourceBody ResourceDefaults ResourceOverride UntitledResource Collector);

impl<'t> Resource<'t> {
    /// The type before the braces.
    pub fn resource_type(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// The bodies, each with a title and attributes.
    pub fn bodies(self) -> impl Iterator<Item = ResourceBody<'t>> + Clone {
        all(self.0)
    }
}

impl<'t> ResourceBody<'t> {
    /// The title, or an array of titles.
    pub fn title(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }
}

impl<'t> ResourceDefaults<'t> {
    /// The type whose defaults are set.
    pub fn resource_type(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }
}

impl<'t> ResourceOverride<'t> {
    /// The references to the resources to override.
    pub fn resources(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }
}

impl<'t> UntitledResource<'t> {
    /// The word before the braces: a type, or a function that may be called without parentheses.
    pub fn name(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }
}

impl<'t> Virtual<'t> {
    /// The resource after the sign.
    pub fn resource(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// Whether the sign is `@@`.
    pub fn is_exported(self) -> bool {
        self.0.first_token() == Some(TokenKind::AtAt)
    }
}

impl<'t> Attribute<'t> {
    /// The name as written.
    pub fn name(self) -> &'t str {
        self.name_range().map_or("", |range| range.of(self.0.source()))
    }

    /// The place of the name.
    pub fn name_range(self) -> Option<TextRange> {
        self.0.own_token(|_| true).map(|(_, range)| range)
    }

    /// The `+>` of an attribute that adds to a value.
    pub fn plus_arrow(self) -> Option<TextRange> {
        let (index, kind) = self.0.own_tokens().nth(1)?;
        (kind == TokenKind::PlusArrow).then(|| self.0.tree().token_range(index))
    }

    /// The value of the attribute.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }
}

impl<'t> AttributeSplat<'t> {
    /// The hash with the attributes.
    pub fn value(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }
}

impl<'t> Collector<'t> {
    /// The type before the query.
    pub fn resource_type(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// `<| ... |>` or `<<| ... |>>`.
    pub fn query(self) -> Option<Query<'t>> {
        first(self.0)
    }
}

impl<'t> Query<'t> {
    /// The condition; `None` to collect everything.
    pub fn condition(self) -> Option<Syntax<'t>> {
        child(self.0, 0)
    }

    /// Whether it is `<<| ... |>>`, which also finds exported resources.
    pub fn is_exported(self) -> bool {
        self.0.first_token() == Some(TokenKind::LLCollect)
    }
}
