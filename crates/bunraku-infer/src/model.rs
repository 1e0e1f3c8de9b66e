//! One file with the types of its expressions, its scopes and their variables.

use bunraku_analysis::with_stack;
use bunraku_diag::TextRange;
use bunraku_intern::FastMap;
use bunraku_pcore::Type;
use bunraku_syntax::ast::Node;
use bunraku_syntax::{NodeId, NodeKind, Syntax};

use crate::Project;
use crate::walk::Walk;

/// The stack required to walk a tree of maximum depth.
const STACK: usize = 8 << 20;

/// What is known about a file.
pub struct Model<'t> {
    /// The root of its tree.
    pub root: Syntax<'t>,
    /// All scopes; the first is that of the file.
    pub scopes: Vec<Scope<'t>>,
    /// All variables that are set, in source order.
    pub variables: Vec<Variable<'t>>,
    /// All variables that are read, in the order of evaluation.
    pub uses: Vec<Use<'t>>,
    /// The types of expressions, except `Any`.
    pub(crate) types: FastMap<NodeId, Type>,
}

/// A scope of variables.
#[derive(Debug)]
pub struct Scope<'t> {
    /// What the scope belongs to.
    pub kind: ScopeKind,
    /// The node that creates it.
    pub node: Syntax<'t>,
    /// The name of its class, defined type or function; empty for other scopes.
    pub name: &'t str,
    /// The enclosing scope, whose variables are visible as well.
    pub parent: Option<usize>,
    /// Its variables by name; one may be set in several places.
    pub(crate) names: FastMap<&'t str, Vec<usize>>,
}

/// What a scope belongs to.
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
#[non_exhaustive]
pub struct Variable<'t> {
    /// The name, without `$`.
    pub name: &'t str,
    /// The place of the name.
    pub range: TextRange,
    /// How it is set.
    pub kind: VariableKind,
    /// The node that sets it.
    pub node: Syntax<'t>,
    /// The index of its scope in [`Model::scopes`].
    pub scope: usize,
    /// The type of its value; `Any` if it is unknown.
    pub ty: Type,
    /// The expression that it is set to, if there is one.
    pub value: Option<Syntax<'t>>,
    /// How often the file reads it.
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
#[non_exhaustive]
pub struct Use<'t> {
    /// The name as written, without `$`.
    pub name: &'t str,
    /// The node of the variable.
    pub node: Syntax<'t>,
    /// The index of the reading scope in [`Model::scopes`].
    pub scope: usize,
    /// What sets the variable.
    pub visible: Visible,
}

/// What sets a variable that is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Visible {
    /// Variables of the file, depending on the path of evaluation: indexes into [`Model::variables`].
    Set(Vec<usize>),
    /// Something outside the file: Puppet, facts, a parent class, the site.
    Elsewhere,
    /// This cannot be known.
    Unknown,
    /// Nothing; the text says where it was looked up.
    Nothing(String),
}

/// A condition under which a node is evaluated: the conditional statement, and the block that contains the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// The conditional statement.
    pub statement: NodeId,
    /// The block of the statement.
    pub block: NodeId,
}

impl<'t> Model<'t> {
    /// Analyses a file.
    pub fn new(root: Syntax<'t>, project: Option<&Project>) -> Model<'t> {
        with_stack(STACK, || Walk::new(root, project).run())
    }

    /// The type of an expression; `Any` if it is unknown.
    pub fn ty(&self, node: Syntax<'_>) -> Type {
        self.types.get(&node.id()).cloned().unwrap_or(Type::Any)
    }

    /// The scope of the class, defined type, function or node around a scope: the scope itself, unless it belongs to a
    /// lambda.
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

    /// The variables of a name that a scope sets, in source order.
    pub fn named(&self, scope: usize, name: &str) -> impl Iterator<Item = &Variable<'t>> {
        let found = self.scopes.get(scope).and_then(|scope| scope.names.get(name));
        found.into_iter().flatten().filter_map(|index| self.variables.get(*index))
    }
}

/// The conditions under which a node is evaluated, outermost first.
pub fn branches(node: Syntax<'_>) -> Vec<Branch> {
    let mut found = Vec::new();
    let mut inner = node;
    for around in node.ancestors() {
        let decides = match around.kind() {
            // The condition of an `if` and the control expression of a `case` are always evaluated.
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

/// Whether two nodes are never both evaluated: they are in different branches of one statement.
pub fn are_exclusive(a: &[Branch], b: &[Branch]) -> bool {
    let divergence = a.iter().zip(b).find(|(a, b)| a != b);
    divergence.is_some_and(|(a, b)| a.statement == b.statement && a.block != b.block)
}

/// Whether the second node is evaluated only if the first one is.
pub fn implies(a: &[Branch], b: &[Branch]) -> bool {
    a.len() <= b.len() && a.iter().zip(b).all(|(a, b)| a == b)
}
