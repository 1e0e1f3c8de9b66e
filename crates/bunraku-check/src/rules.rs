//! The rules, and which nodes each of them looks at.

mod assignment;
mod attribute;
mod call;
mod collector;
mod default;
mod definition;
mod effect;
mod escape;
mod hash;
mod host_name;
mod module_file;
mod not_a_value;
mod number;
mod parameter;
mod regexp;
mod reserved_word;
mod resource;
mod type_alias;
mod variable;

use bunraku_syntax::{NodeKind, Syntax};

pub(crate) use module_file::check as check_module_file;

use crate::{checker::Checker, heredoc};

/// Applies every rule for a node, in the order in which Puppet applies them.
pub(crate) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    match node.kind() {
        NodeKind::Assignment => assignment::check(cx, node),
        NodeKind::Attribute => attribute::check(cx, node),
        NodeKind::Call => call::check(cx, node),
        NodeKind::Collector => collector::check_type(cx, node),
        NodeKind::Query => collector::check_query(cx, node),
        NodeKind::Case | NodeKind::Selector => default::check(cx, node),
        NodeKind::Class | NodeKind::Define | NodeKind::Function | NodeKind::NodeDefinition => {
            definition::check(cx, node);
        }
        NodeKind::TypeAlias => type_alias::check(cx, node),
        NodeKind::TypeDefinition => type_alias::check_definition(cx, node),
        NodeKind::Block | NodeKind::Root => effect::check_block(cx, node),
        NodeKind::Hash | NodeKind::Array | NodeKind::Arguments | NodeKind::Access => hash::check(cx, node),
        NodeKind::Heredoc => heredoc::check(cx, node),
        NodeKind::Lambda => parameter::check_lambda(cx, node),
        NodeKind::EppParameters => parameter::check_template(cx, node),
        NodeKind::Parameter => parameter::check(cx, node),
        NodeKind::Number => number::check(cx, node),
        NodeKind::Regexp => regexp::check(cx, node),
        NodeKind::ReservedWord => reserved_word::check(cx, node),
        NodeKind::ResourceBody => resource::check_body(cx, node),
        NodeKind::UntitledResource => resource::check_title(cx, node),
        NodeKind::Virtual => resource::check_virtual(cx, node),
        NodeKind::String | NodeKind::StringText => escape::check(cx, node),
        NodeKind::Variable => variable::check(cx, node),
        _ => {}
    }
    not_a_value::check(cx, node);
}
