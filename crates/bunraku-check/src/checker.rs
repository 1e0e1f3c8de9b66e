//! The walk over the tree, and what all rules share: places, surroundings, reporting.

use std::collections::HashMap;

use bunraku_diag::{Applicability, Code, Diagnostic, Edit, FileId, Fix, Label, Severity, Span, TextRange};
use bunraku_edition::SyntaxRules;
use bunraku_syntax::{
    Syntax, Tree,
    ast::{Definition, Node, View},
};

use crate::{CheckSettings, rules};

/// The maximum number of errors, and of warnings: nobody reads more, and a file of a megabyte can have a million. They
/// are counted separately, so that warnings never hide an error.
const MAX_FINDS: usize = 1_000;

/// How many nodes are visited between two checks whether to go on.
const INTERVAL: u32 = 1 << 14;

pub(crate) struct Checker<'t> {
    pub(crate) text: &'t str,
    pub(crate) file: FileId,
    pub(crate) rules: &'t SyntaxRules,
    pub(crate) settings: &'t CheckSettings,
    /// The namespace of definitions, in a file of a module.
    pub(crate) namespace: Option<&'t str>,
    diagnostics: Vec<Diagnostic>,
    /// The index in `diagnostics` of the finding with a code at a place.
    seen: HashMap<(Code, TextRange), usize>,
    errors: usize,
    warnings: usize,
}

impl<'t> Checker<'t> {
    pub(crate) fn new(
        text: &'t str,
        file: FileId,
        rules: &'t SyntaxRules,
        settings: &'t CheckSettings,
        namespace: Option<&'t str>,
    ) -> Checker<'t> {
        let (diagnostics, seen) = (Vec::new(), HashMap::new());
        Checker { text, file, rules, settings, namespace, diagnostics, seen, errors: 0, warnings: 0 }
    }

    pub(crate) fn run(mut self, tree: &'t Tree, go_on: &dyn Fn() -> bool) -> Option<Vec<Diagnostic>> {
        let root = tree.root(self.text);
        if self.namespace.is_some() {
            rules::check_module_file(&mut self, root);
        }
        for (node, count) in root.descendants().zip(1u32..) {
            if count.is_multiple_of(INTERVAL) && !go_on() {
                return None;
            }
            rules::check(&mut self, node);
        }
        Some(self.diagnostics)
    }

    /// Reports an error at a node.
    pub(crate) fn error(
        &mut self,
        code: Code,
        node: impl View<'t>,
        message: impl Into<String>,
    ) -> Report<'_> {
        let range = place(node.syntax());
        self.error_at(code, range, message)
    }

    /// Reports an error at a part of a node, if the part is on the line that Puppet names for the node.
    pub(crate) fn error_in(
        &mut self,
        code: Code,
        node: impl View<'t>,
        part: Option<TextRange>,
        message: impl Into<String>,
    ) -> Report<'_> {
        let whole = place(node.syntax());
        let part = part.filter(|part| {
            let between = TextRange::new(whole.start.min(part.start), whole.start.max(part.start));
            !between.of(self.text).contains('\n')
        });
        self.error_at(code, part.unwrap_or(whole), message)
    }

    /// Reports an error at a range.
    pub(crate) fn error_at(
        &mut self,
        code: Code,
        range: TextRange,
        message: impl Into<String>,
    ) -> Report<'_> {
        self.report_at(Severity::Error, code, range, message)
    }

    /// Reports a warning at a range.
    pub(crate) fn warning_at(
        &mut self,
        code: Code,
        range: TextRange,
        message: impl Into<String>,
    ) -> Report<'_> {
        self.report_at(Severity::Warning, code, range, message)
    }

    pub(crate) fn report_at(
        &mut self,
        severity: Severity,
        code: Code,
        range: TextRange,
        message: impl Into<String>,
    ) -> Report<'_> {
        // One mistake may violate a rule at a node and again at its parent.
        if let Some(&seen) = self.seen.get(&(code, range)) {
            return Report { file: self.file, diagnostic: self.diagnostics.get_mut(seen), again: true };
        }
        let kept = if severity == Severity::Error { &mut self.errors } else { &mut self.warnings };
        if *kept >= MAX_FINDS {
            return Report { file: self.file, diagnostic: None, again: false };
        }
        *kept += 1;
        let span = Span { file: self.file, range };
        self.seen.insert((code, range), self.diagnostics.len());
        self.diagnostics.push(Diagnostic { severity, ..Diagnostic::error(code, message).at(span, "") });
        Report { file: self.file, diagnostic: self.diagnostics.last_mut(), again: false }
    }
}

/// A diagnostic to which details can be added. Does nothing if there are too many diagnostics.
pub(crate) struct Report<'c> {
    file: FileId,
    diagnostic: Option<&'c mut Diagnostic>,
    again: bool,
}

impl Report<'_> {
    /// Sets the label at the place.
    pub(crate) fn label(self, text: impl Into<String>) -> Self {
        self.with(|diagnostic, _| {
            if let Some(primary) = &mut diagnostic.primary {
                primary.text = text.into();
            }
        })
    }

    /// Adds a secondary place.
    pub(crate) fn also(self, range: TextRange, text: impl Into<String>) -> Self {
        self.with(|diagnostic, file| {
            diagnostic.labels.push(Label { span: Span { file, range }, text: text.into() });
        })
    }

    /// Sets the help text.
    pub(crate) fn help(self, text: impl Into<String>) -> Self {
        self.with(|diagnostic, _| diagnostic.help = Some(text.into()))
    }

    /// Adds a fix: ranges and their replacements.
    pub(crate) fn fix<'e>(
        self,
        applicability: Applicability,
        title: impl Into<String>,
        edits: impl IntoIterator<Item = (TextRange, &'e str)>,
    ) -> Self {
        self.with(|diagnostic, file| {
            let edits = edits.into_iter().map(|(range, replacement)| Edit {
                span: Span { file, range },
                replacement: replacement.to_owned(),
            });
            diagnostic.fixes.push(Fix { title: title.into(), edits: edits.collect(), applicability });
        })
    }

    /// Adds a fix that removes a range. The range is only computed if the finding is kept.
    pub(crate) fn fix_by_removal(
        self,
        applicability: Applicability,
        title: &str,
        deleted: impl FnOnce() -> Option<TextRange>,
    ) -> Self {
        if self.again || self.diagnostic.is_none() {
            return self;
        }
        match deleted() {
            Some(deleted) => self.fix(applicability, title, [(deleted, "")]),
            None => self,
        }
    }

    fn with(mut self, change: impl FnOnce(&mut Diagnostic, FileId)) -> Self {
        if !self.again
            && let Some(diagnostic) = self.diagnostic.as_deref_mut()
        {
            change(diagnostic, self.file);
        }
        self
    }
}

/// Where a message about a node points: at the node, or at the token that Puppet uses as its place, if the node starts
/// on a different line.
pub(crate) fn place(node: Syntax<'_>) -> TextRange {
    let range = head(node);
    let anchor = anchor(node);
    let between = TextRange::new(range.start.min(anchor.start), range.start.max(anchor.start));
    if between.of(node.source()).contains('\n') { anchor } else { range }
}

/// The part of a node that a message marks: definitions are marked at their head, blocks at their brace.
fn head(node: Syntax<'_>) -> TextRange {
    match Node::of(node) {
        Node::Class(_)
        | Node::Define(_)
        | Node::Function(_)
        | Node::Plan(_)
        | Node::TypeDefinition(_)
        | Node::NodeDefinition(_) => Definition::cast(node).map_or(node.range(), Definition::head),
        Node::Parameter(_) => anchor(node),
        Node::Apply(_) | Node::If(_) | Node::Unless(_) | Node::Case(_) | Node::Block(_) | Node::Lambda(_) => {
            first_token(node)
        }
        Node::Resource(resource) => resource.resource_type().map_or(node.range(), Syntax::range),
        Node::ResourceDefaults(defaults) => defaults.resource_type().map_or(node.range(), Syntax::range),
        Node::ResourceOverride(change) => change.resources().map_or(node.range(), Syntax::range),
        _ => node.range(),
    }
}

/// The token that Puppet uses as the place of a node.
fn anchor(node: Syntax<'_>) -> TextRange {
    let sign = match Node::of(node) {
        Node::Binary(binary) => binary.operator().map(|(_, range)| range),
        Node::Assignment(assignment) => assignment.operator().map(|(_, range)| range),
        Node::HashEntry(entry) => entry.arrow(),
        Node::SelectorEntry(entry) => entry.arrow(),
        Node::Relationship(relationship) => relationship.arrows().last().map(|(_, range)| range),
        Node::MethodCall(call) => match call.arguments() {
            Some(arguments) => Some(first_token(arguments.syntax())),
            None => call.dot(),
        },
        Node::CaseOption(option) => option.colon(),
        Node::Parameter(parameter) => parameter.name_range(),
        // Puppet places these at their first part, independent of that part's own place.
        Node::Access(access) => access.target().map(anchor),
        Node::Call(call) => call.callee().map(anchor),
        Node::Selector(selector) => selector.value().map(anchor),
        Node::Collector(collector) => collector.resource_type().map(anchor),
        Node::Resource(resource) => resource.resource_type().map(anchor),
        Node::ResourceDefaults(defaults) => defaults.resource_type().map(anchor),
        Node::ResourceOverride(change) => change.resources().map(anchor),
        Node::TypeAlias(alias) => alias.left().map(anchor),
        _ => None,
    };
    sign.unwrap_or_else(|| first_token(node))
}

fn first_token(node: Syntax<'_>) -> TextRange {
    TextRange::new(node.range().start, node.tree().token_range(node.tokens().0).end)
}
