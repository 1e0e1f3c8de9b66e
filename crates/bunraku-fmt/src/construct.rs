//! The constructs of the language, one file each, which write their tokens into the document.

mod access;
mod align;
mod array;
mod block;
mod call;
mod case;
mod class;
mod collector;
mod conditional;
mod expression;
mod function;
mod hash;
mod heredoc;
mod interpolation;
mod items;
mod lambda;
mod list;
mod method_chain;
mod node;
mod operator;
mod parameter;
mod plan;
mod relationship;
mod resource;
mod resource_bodies;
mod selector;
mod statements;
mod string;
mod suppression;
mod template;
mod type_alias;

pub(crate) use align::Alignment;
