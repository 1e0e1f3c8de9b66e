//! One file with the types of its expressions, its scopes and their variables.

use std::collections::HashMap;

use bunraku_analysis::with_stack;
use bunraku_diag::TextRange;
use bunraku_pcore::Type;
use bunraku_syntax::ast::Node;
use bunraku_syntax::{NodeId, NodeKind, Syntax};

use crate::Project;
use crate::walk::Walk;

/// The stack that walking a tree of the greatest height needs.
const STACK: usize = 8 << 20;

/// What is known of a file.
pub struct Model<'t> {
    /// The root of its tree.
    pub root: Syntax<'t>,
    /// All scopes; the first is that of the file.
    pub scopes: Vec<Scope<'t>>,
    /// All variables that are set, in the order of the text.
    pub variables: Vec<Variable<'t>>,
    /// All variables that are read, in the order in which they are evaluated.
    pub uses: Vec<Use<'t>>,
    /// The types of expressions that are not `Any`.
    pub(crate) types: HashMap<NodeId, Type>,
}

/// A scope: what variables live in.
#[derive(Debug)]
pub struct Scope<'t> {
    /// What makes it.
    pub kind: ScopeKind,
    /// The node that makes it.
    pub node: Syntax<'t>,
    /// The name of its class, defined type or function.
    pub name: &'t str,
    /// The scope around it, whose variables it sees as well.
    pub parent: Option<usize>,
    /// Its variables by name; one may be set in several places.
    pub(crate) names: HashMap<&'t str, Vec<usize>>,
}

/// What makes a scope.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScopeKind {
    /// The file itself: the top scope.
    Top,
    /// A template.
    Template,
    /// A node definition.
    Node,
    /// A class.
    Class,
    /// A defined type.
    Define,
    /// A function.
    Function,
    /// A lambda.
    Lambda,
}

/// A variable that is set.
#[derive(Debug)]
pub struct Variable<'t> {
    /// Its name.
    pub name: &'t str,
    /// Where its name stands.
    pub range: TextRange,
    /// How it is set.
    pub kind: VariableKind,
    /// The node that sets it.
    pub node: Syntax<'t>,
    /// Its scope.
    pub scope: usize,
    /// The type of its value.
    pub ty: Type,
    /// The expression that it is set to, if it is one.
    pub value: Option<Syntax<'t>>,
    /// How often it is read in the file.
    pub reads: u32,
}

/// How a variable is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariableKind {
    /// As a parameter of a class, defined type, function or template.
    Parameter,
    /// As a parameter of a lambda.
    LambdaParameter,
    /// By an assignment.
    Assigned,
}

/// A variable that is read.
#[derive(Debug)]
pub struct Use<'t> {
    /// Its name as it is written, without `$`.
    pub name: &'t str,
    /// The variable.
    pub node: Syntax<'t>,
    /// The scope that reads it.
    pub scope: usize,
    /// What sets it.
    pub visible: Visible,
}

/// What sets a variable that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visible {
    /// Variables of the file, on one path or another.
    Set(Vec<usize>),
    /// Something outside the file: Puppet, facts, a parent class, the site.
    Elsewhere,
    /// Nobody can know.
    Unknown,
    /// Nothing; the text says where that was looked for.
    Nothing(String),
}

/// A condition under which a node is evaluated: the statement that decides, and the block of it that the node is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// The statement.
    pub statement: NodeId,
    /// The block.
    pub block: NodeId,
}

impl<'t> Model<'t> {
    /// Infers what can be known of a file.
    pub fn new(root: Syntax<'t>, project: Option<&Project>) -> Model<'t> {
        with_stack(STACK, || Walk::new(root, project).run())
    }

    /// The type of an expression; `Any` if it cannot be known.
    pub fn ty(&self, node: Syntax<'_>) -> Type {
        self.types.get(&node.id()).cloned().unwrap_or(Type::Any)
    }

    /// The scope of a class, defined type, function or other node that makes one.
    pub fn scope_of(&self, node: Syntax<'_>) -> Option<usize> {
        self.scopes.iter().position(|scope| scope.node.id() == node.id())
    }

    /// The class, defined type, function or node whose body a scope is in: itself, unless it is one of a lambda.
    pub fn body_of(&self, scope: usize) -> usize {
        let mut at = scope;
        while let Some(scope) = self.scopes.get(at).filter(|scope| scope.kind == ScopeKind::Lambda) {
            match scope.parent {
                Some(parent) => at = parent,
                None => break,
            }
        }
        at
    }

    /// The variables of a name that a scope sets, in the order of the text.
    pub fn named(&self, scope: usize, name: &str) -> impl Iterator<Item = &Variable<'t>> {
        let found = self.scopes.get(scope).and_then(|scope| scope.names.get(name));
        found.into_iter().flatten().filter_map(|index| self.variables.get(*index))
    }

    /// The use of a variable at a node.
    pub fn use_at(&self, node: Syntax<'_>) -> Option<&Use<'t>> {
        self.uses.iter().find(|one| one.node.id() == node.id())
    }
}

/// The conditions under which a node is evaluated, the outermost first.
pub fn branches(node: Syntax<'_>) -> Vec<Branch> {
    let mut found = Vec::new();
    let mut inner = node;
    for around in node.ancestors() {
        let decides = match around.kind() {
            // The test of an `if` and the value of a `case` are evaluated in any case; the first test that is.
            NodeKind::If | NodeKind::Unless | NodeKind::Case | NodeKind::Selector => {
                inner.id().0 != around.id().0 + 1
            }
            NodeKind::Lambda
            | NodeKind::Class
            | NodeKind::Define
            | NodeKind::Function
            | NodeKind::NodeDefinition => true,
            NodeKind::Binary => is_lazy_right(around, inner),
            _ => false,
        };
        if decides {
            found.push(Branch { statement: around.id(), block: inner.id() });
        }
        inner = around;
    }
    found.reverse();
    found
}

fn is_lazy_right(binary: Syntax<'_>, inner: Syntax<'_>) -> bool {
    let Node::Binary(view) = Node::of(binary) else { return false };
    use bunraku_syntax::TokenKind;
    matches!(view.operator(), Some((TokenKind::And | TokenKind::Or, _)))
        && view.right().is_some_and(|right| right.id() == inner.id())
}

/// Whether two nodes are never evaluated together: they are in different branches of one statement.
pub fn are_exclusive(a: &[Branch], b: &[Branch]) -> bool {
    let divergence = a.iter().zip(b).find(|(a, b)| a != b);
    divergence.is_some_and(|(a, b)| a.statement == b.statement && a.block != b.block)
}

/// Whether the second node is evaluated only where the first one is, too.
pub fn implies(a: &[Branch], b: &[Branch]) -> bool {
    a.len() <= b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}
