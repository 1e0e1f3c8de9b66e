//! The rules, and which nodes each of them checks.

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
mod plan;
mod regexp;
mod reserved_word;
mod resource;
mod type_alias;
mod variable;

use bunraku_syntax::{
    Syntax,
    ast::{Definition, Node},
};

pub(crate) use module_file::check as check_module_file;

use crate::{checker::Checker, heredoc};

/// Applies every rule for a node, in the order in which Puppet applies them.
pub(crate) fn check<'t>(cx: &mut Checker<'t>, node: Syntax<'t>) {
    if plan::refuses(cx, node) {
        return not_a_value::check(cx, node);
    }
    match Node::of(node) {
        Node::Assignment(assignment) => assignment::check(cx, assignment),
        Node::Attribute(attribute) => attribute::check(cx, attribute),
        Node::Call(call) => call::check(cx, call),
        Node::Collector(collector) => collector::check_type(cx, collector),
        Node::Query(query) => collector::check_query(cx, query),
        Node::Case(case) => default::check_case(cx, case),
        Node::Selector(selector) => default::check_selector(cx, selector),
        Node::Class(class) => definition::check(cx, Definition::Class(class)),
        Node::Define(define) => definition::check(cx, Definition::Define(define)),
        Node::Function(function) => definition::check(cx, Definition::Function(function)),
        Node::Plan(plan) => definition::check(cx, Definition::Plan(plan)),
        Node::NodeDefinition(node) => definition::check(cx, Definition::Node(node)),
        Node::TypeAlias(alias) => type_alias::check(cx, alias),
        Node::TypeDefinition(definition) => type_alias::check_definition(cx, definition),
        Node::Block(block) => effect::check_statements(cx, block.statements()),
        Node::Root(root) => effect::check_statements(cx, root.statements()),
        Node::Hash(hash) => hash::check(cx, hash.entries()),
        Node::HashEntry(entry) => hash::check_member(cx, entry),
        Node::ObjectBody(body) => hash::check_parent(cx, body),
        Node::Array(array) => hash::check_pairs(cx, array.elements()),
        Node::Arguments(arguments) => hash::check_pairs(cx, arguments.values()),
        Node::Access(access) => hash::check_pairs(cx, access.keys()),
        Node::Heredoc(heredoc) => heredoc::check(cx, heredoc),
        Node::Lambda(lambda) => parameter::check_lambda(cx, lambda.parameters()),
        Node::EppParameters(declared) => parameter::check_template(cx, declared.parameters()),
        Node::Parameter(parameter) => parameter::check(cx, parameter),
        Node::Number(number) => number::check(cx, number),
        Node::Regexp(regexp) => regexp::check(cx, regexp),
        Node::ReservedWord(word) => reserved_word::check(cx, word),
        Node::ResourceBody(body) => resource::check_body(cx, body),
        Node::UntitledResource(resource) => resource::check_title(cx, resource),
        Node::Virtual(resource) => resource::check_virtual(cx, resource),
        Node::String(string) => escape::check(cx, string.unknown_escapes(cx.rules)),
        Node::StringText(text) => escape::check(cx, text.unknown_escapes(cx.rules)),
        Node::Variable(variable) => variable::check(cx, variable),
        _ => {}
    }
    not_a_value::check(cx, node);
}
