//! What is around a node and below it: definitions, comments, assigned variables.

use bunraku_intern::FastSet;
use bunraku_syntax::ast::Node;
use bunraku_syntax::{NodeKind, Syntax};

use crate::bare;

/// The comment lines directly above a node.
pub(crate) fn comment_above(node: Syntax<'_>) -> &str {
    let before = node.source().get(..node.range().start as usize).unwrap_or("");
    let mut start = before.len();
    for line in before.lines().rev() {
        if !line.trim_start().starts_with('#') {
            break;
        }
        start = start.saturating_sub(line.len() + 1);
    }
    before.get(start..).unwrap_or("")
}

/// The name of a definition, qualified with the enclosing classes.
pub(crate) fn full_name(node: Syntax<'_>, name: &str) -> String {
    let mut full = bare(name).to_owned();
    for around in node.ancestors() {
        if let Node::Class(class) = Node::of(around) {
            full = format!("{}::{full}", bare(class.name()));
        }
    }
    full
}

/// The class, defined type or function around a node.
pub(crate) fn definition_around(node: Syntax<'_>) -> Option<Syntax<'_>> {
    node.ancestors()
        .find(|node| matches!(node.kind(), NodeKind::Class | NodeKind::Define | NodeKind::Function))
}

/// The names that are assigned below a definition, without those of nested definitions. `lambdas` says whether
/// variables of lambdas and parameters count.
pub(crate) fn set_below(definition: Syntax<'_>, lambdas: bool) -> FastSet<String> {
    let mut names = FastSet::default();
    for node in definition.descendants() {
        let name = match Node::of(node) {
            Node::Variable(variable) if is_target(node) => variable.name(),
            Node::Parameter(parameter) if lambdas => parameter.name(),
            _ => continue,
        };
        let in_lambda = || {
            let mut around = node.ancestors().take_while(|node| node.id() != definition.id());
            around.any(|node| node.kind() == NodeKind::Lambda)
        };
        let own = definition.kind() == NodeKind::Root
            || definition_around(node).is_some_and(|around| around.id() == definition.id());
        if own && (lambdas || !in_lambda()) {
            names.insert(name.to_owned());
        }
    }
    names
}

/// Whether a variable is the target of an assignment.
pub(crate) fn is_target(node: Syntax<'_>) -> bool {
    let mut inner = node;
    for around in node.ancestors() {
        match Node::of(around) {
            Node::Assignment(assignment) => {
                return assignment.target().is_some_and(|target| target.id() == inner.id());
            }
            Node::Array(_) => inner = around,
            _ => return false,
        }
    }
    false
}
