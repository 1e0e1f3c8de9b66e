//! What code at a place depends on: the enclosing conditions, and its variables.

use std::collections::HashMap;

use bunraku_diag::{FileId, Source, TextRange};
use bunraku_edition::PUPPET8;
use bunraku_syntax::{
    SourceKind, Syntax, Tree,
    ast::{self, FunctionCall, Node, View},
    parse,
};

/// The trees of the files that have been examined.
#[derive(Default)]
pub(super) struct Files(HashMap<FileId, Tree>);

/// A condition that holds at a place.
pub(super) struct Condition {
    /// `if $x`, as part of a sentence.
    pub says: String,
    pub range: TextRange,
    /// The code that decides.
    pub computed: TextRange,
}

/// A variable that code uses.
pub(super) struct Use {
    /// Its name without `$`.
    pub name: String,
    /// The path of the fact, if it is one.
    pub fact: Option<String>,
    pub range: TextRange,
}

impl Files {
    /// The conditions around a place, innermost first, up to the enclosing definition.
    pub fn conditions(&mut self, source: &Source, range: TextRange) -> Vec<Condition> {
        let tree = self.tree(source);
        let mut conditions = Vec::new();
        let Some(node) = tree.node(source.text(), tree.node_at(range)) else { return conditions };
        for outer in node.ancestors() {
            match Node::of(outer) {
                Node::Class(_) | Node::Define(_) | Node::Function(_) | Node::NodeDefinition(_) => break,
                Node::If(whole) => conditions.extend(if_conditions(whole, node)),
                Node::Elsif(elsif) => {
                    conditions.extend(elsif.condition().map(|condition| said("if", condition)));
                }
                Node::Unless(whole) => {
                    let otherwise =
                        whole.otherwise().is_some_and(|block| block.range().contains(node.range()));
                    let word = if otherwise { "if" } else { "unless" };
                    conditions.extend(whole.condition().map(|condition| said(word, condition)));
                }
                Node::CaseOption(option) => {
                    let values: Vec<&str> = option.values().map(Syntax::text).collect();
                    let case = outer.parent().and_then(ast::Case::cast);
                    let value = case.and_then(ast::Case::value);
                    if let Some(value) = value {
                        let says = format!("if `{}` matches `{}`", one_line(value.text()), values.join(", "));
                        conditions.push(Condition { says, range: option.range(), computed: value.range() });
                    }
                }
                Node::Lambda(_) => {
                    if let Some(call) = outer.parent() {
                        let block = outer.text().split('{').next().unwrap_or("");
                        let head = TextRange::new(call.range().start, outer.range().start).of(source.text());
                        let says = format!("for an element of `{}`", one_line(&format!("{head}{block}")));
                        let computed = head_of(call).unwrap_or(call).range();
                        conditions.push(Condition { says, range: call.range(), computed });
                    }
                }
                _ => {}
            }
        }
        conditions
    }

    /// The variables in the code at a place, each once, in order. Parameters of its own lambdas are left out.
    pub fn uses(&mut self, source: &Source, range: TextRange) -> Vec<Use> {
        let tree = self.tree(source);
        let Some(node) = tree.node(source.text(), tree.node_at(range)) else { return Vec::new() };
        // The place of an attribute may be only its name: its value is in the enclosing node.
        let whole = node.ancestors().find(|outer| {
            ast::Attribute::cast(*outer).is_some_and(|attribute| attribute.name_range() == Some(range))
        });
        uses_below(whole.unwrap_or(node))
    }

    /// The assignment of a variable, in the definition where it is used or at the top level of the file.
    pub fn assignment(&mut self, source: &Source, used: &Use) -> Option<TextRange> {
        let tree = self.tree(source);
        let node = tree.node(source.text(), tree.node_at(used.range))?;
        let is_body = |node: &Syntax<'_>| {
            matches!(
                Node::of(*node),
                Node::Class(_)
                    | Node::Define(_)
                    | Node::Function(_)
                    | Node::NodeDefinition(_)
                    | Node::Root(_)
            )
        };
        node.ancestors().filter(is_body).find_map(|body| {
            let mut assignments = body.descendants().filter_map(ast::Assignment::cast);
            assignments.find(|assignment| assigns(*assignment, &used.name)).map(View::range)
        })
    }

    /// The titles of the resources that are declared at a place.
    pub fn titles(&mut self, source: &Source, range: TextRange) -> Vec<TextRange> {
        let tree = self.tree(source);
        let Some(node) = tree.node(source.text(), tree.node_at(range)) else { return Vec::new() };
        let body = |node: Syntax<'_>| {
            let title = ast::ResourceBody::cast(node)?.title()?;
            Some(title.range())
        };
        let around = node.ancestors().take(3).find_map(body);
        match around {
            Some(title) => vec![title],
            None => match ast::Resource::cast(node) {
                Some(resource) => {
                    resource.bodies().filter_map(|found| found.title()).map(|title| title.range()).collect()
                }
                // A function declares it: all that it is given.
                None => vec![node.range()],
            },
        }
    }

    pub fn tree(&mut self, source: &Source) -> &Tree {
        let kind = if source.name().ends_with(".epp") { SourceKind::Template } else { SourceKind::Manifest };
        self.0.entry(source.id()).or_insert_with(|| parse(source.text(), kind, &PUPPET8.syntax))
    }
}

/// Whether an assignment sets a variable, alone or as one of several: `[$a, $b] = ...`.
pub(super) fn assigns(assignment: ast::Assignment<'_>, name: &str) -> bool {
    let target = assignment.target();
    let mut variables = target.into_iter().flat_map(Syntax::descendants).filter_map(ast::Variable::cast);
    variables.any(|variable| variable.name() == name)
}

/// The variables in a node, each once, in order, without the parameters of its own lambdas.
pub(super) fn uses_below(node: Syntax<'_>) -> Vec<Use> {
    let mut uses: Vec<Use> = Vec::new();
    let own = own_names(node);
    for variable in node.descendants().filter_map(ast::Variable::cast) {
        let name = variable.name();
        let mut assignments = variable.syntax().ancestors().filter_map(ast::Assignment::cast);
        let is_target = assignments.any(|assignment| {
            assignment.target().is_some_and(|target| target.range().contains(variable.range()))
        });
        let fact = fact(variable);
        let known = uses.iter().any(|used| used.name == name && used.fact == fact);
        if known
            || is_target
            || own.contains(&name)
            || name.is_empty()
            || name.bytes().all(|b| b.is_ascii_digit())
        {
            continue;
        }
        uses.push(Use { name: name.to_owned(), fact, range: variable.range() });
    }
    uses
}

/// The conditions of an `if` for code in one of its parts. An `elsif` around the code has told its own.
fn if_conditions<'t>(whole: ast::If<'t>, inner: Syntax<'t>) -> Vec<Condition> {
    let is_in =
        |block: Option<ast::Block<'t>>| block.is_some_and(|block| block.range().contains(inner.range()));
    let Some(condition) = whole.condition() else { return Vec::new() };
    if is_in(whole.then()) {
        return vec![said("if", condition)];
    }
    let branch = whole.elsifs().position(|elsif| elsif.range().contains(inner.range()));
    let before = match branch {
        Some(at) => at,
        None if is_in(whole.otherwise()) => usize::MAX,
        None => return Vec::new(),
    };
    let earlier = whole.elsifs().take(before).filter_map(ast::Elsif::condition);
    std::iter::once(condition).chain(earlier).map(|condition| said("unless", condition)).collect()
}

fn said(word: &str, condition: Syntax<'_>) -> Condition {
    let says = format!("{word} `{}`", one_line(condition.text()));
    Condition { says, range: condition.range(), computed: condition.range() }
}

/// What a call with a block goes through.
fn head_of(call: Syntax<'_>) -> Option<Syntax<'_>> {
    FunctionCall::of(call)?.argument_nodes().first().copied()
}

/// The names that lambdas inside a node declare.
fn own_names<'t>(node: Syntax<'t>) -> Vec<&'t str> {
    let lambdas = node.descendants().filter_map(ast::Lambda::cast);
    lambdas
        .flat_map(|lambda| lambda.parameters().into_iter().flat_map(ast::Parameters::iter))
        .map(ast::Parameter::name)
        .collect()
}

/// The fact that a variable refers to, with the literal keys after it: `os.family`.
fn fact(variable: ast::Variable<'_>) -> Option<String> {
    let name = variable.name();
    let name = name.strip_prefix("::").unwrap_or(name);
    if !matches!(name, "facts" | "trusted" | "server_facts") {
        return None;
    }
    let mut path = if name == "facts" { Vec::new() } else { vec![name.to_owned()] };
    let mut node = variable.syntax();
    while let Some(access) = node.parent().and_then(ast::Access::cast) {
        if access.target().is_none_or(|target| target.id() != node.id()) {
            break;
        }
        let mut keys = access.keys();
        let (Some(key), None) = (keys.next(), keys.next()) else { break };
        let text = key.text().trim_matches(['\'', '"']);
        if text.contains('$') {
            break;
        }
        path.push(text.to_owned());
        node = access.syntax();
    }
    Some(if path.is_empty() { "all of them".to_owned() } else { path.join(".") })
}

/// Code on one line, shortened.
pub(super) fn one_line(text: &str) -> String {
    const LONGEST: usize = 100;
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or("")),
        None => line,
    }
}
