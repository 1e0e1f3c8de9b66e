//! The walk over the tree, and what all rules share: where a node is, what is around it, how to report.

use bunraku_diag::{Code, Diagnostic, FileId, Label, Severity, Span, TextRange};
use bunraku_edition::SyntaxRules;
use bunraku_syntax::{NodeKind, Syntax, TokenKind, Tree, ast};

use crate::{Settings, rules};

pub(crate) struct Checker<'t> {
    pub(crate) text: &'t str,
    pub(crate) file: FileId,
    pub(crate) rules: &'t SyntaxRules,
    pub(crate) settings: &'t Settings,
    /// What the names of definitions begin with, in a file of a module.
    pub(crate) namespace: Option<&'t str>,
    /// The nodes around the current one, the root first.
    path: Vec<Syntax<'t>>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Checker<'t> {
    pub(crate) fn new(
        text: &'t str,
        file: FileId,
        rules: &'t SyntaxRules,
        settings: &'t Settings,
        namespace: Option<&'t str>,
    ) -> Checker<'t> {
        Checker { text, file, rules, settings, namespace, path: Vec::new(), diagnostics: Vec::new() }
    }

    pub(crate) fn run(mut self, tree: &'t Tree) -> Vec<Diagnostic> {
        let root = tree.root(self.text);
        if self.namespace.is_some() {
            rules::check_module_file(&mut self, root);
        }
        for node in root.descendants() {
            while self.path.last().is_some_and(|around| node.id() >= around.subtree_end()) {
                self.path.pop();
            }
            rules::check(&mut self, node);
            self.path.push(node);
        }
        self.diagnostics
    }

    /// The node around the current one.
    pub(crate) fn parent(&self) -> Option<Syntax<'t>> {
        self.path.last().copied()
    }

    /// The nodes around the current one, the nearest first.
    pub(crate) fn ancestors(&self) -> impl Iterator<Item = Syntax<'t>> {
        self.path.iter().rev().copied()
    }

    /// An error at a node.
    pub(crate) fn error(&mut self, code: Code, node: Syntax<'t>, message: impl Into<String>) -> Report<'_> {
        let range = place(node);
        self.error_at(code, range, message)
    }

    /// An error at a part of a node, if that is on the line that a message about the node names.
    pub(crate) fn error_in(
        &mut self,
        code: Code,
        node: Syntax<'t>,
        part: Option<TextRange>,
        message: impl Into<String>,
    ) -> Report<'_> {
        let whole = place(node);
        let part = part.filter(|part| {
            let between = TextRange::new(whole.start.min(part.start), whole.start.max(part.start));
            !between.of(node.source()).contains('\n')
        });
        self.error_at(code, part.unwrap_or(whole), message)
    }

    /// An error at a range of the text.
    pub(crate) fn error_at(
        &mut self,
        code: Code,
        range: TextRange,
        message: impl Into<String>,
    ) -> Report<'_> {
        self.report_at(Severity::Error, code, range, message)
    }

    /// A warning at a range of the text.
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
        let span = Span { file: self.file, range };
        let diagnostic = Diagnostic { severity, ..Diagnostic::error(code, message).at(span, "") };
        // One mistake may break a rule at a node and again at the node around it.
        let again = |seen: &Diagnostic| {
            seen.code == code && seen.primary.as_ref().is_some_and(|label| label.span == span)
        };
        if let Some(seen) = self.diagnostics.iter().position(again) {
            return Report { file: self.file, diagnostic: self.diagnostics.get_mut(seen), again: true };
        }
        self.diagnostics.push(diagnostic);
        Report { file: self.file, diagnostic: self.diagnostics.last_mut(), again: false }
    }
}

/// A diagnostic to which more can be said.
pub(crate) struct Report<'c> {
    file: FileId,
    diagnostic: Option<&'c mut Diagnostic>,
    again: bool,
}

impl Report<'_> {
    /// The text beside the place.
    pub(crate) fn label(self, text: impl Into<String>) -> Self {
        self.with(|diagnostic, _| {
            if let Some(primary) = &mut diagnostic.primary {
                primary.text = text.into();
            }
        })
    }

    /// Another place that matters.
    pub(crate) fn also(self, range: TextRange, text: impl Into<String>) -> Self {
        self.with(|diagnostic, file| {
            diagnostic.labels.push(Label { span: Span { file, range }, text: text.into() });
        })
    }

    /// One thing to do.
    pub(crate) fn help(self, text: impl Into<String>) -> Self {
        self.with(|diagnostic, _| diagnostic.help = Some(text.into()))
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

/// Where a message about a node points: at the node, or, if it starts on another line than the one that Puppet
/// names, at the token that Puppet takes for its place.
pub(crate) fn place(node: Syntax<'_>) -> TextRange {
    let range = head(node);
    let anchor = anchor(node);
    let between = TextRange::new(range.start.min(anchor.start), range.start.max(anchor.start));
    if between.of(node.source()).contains('\n') { anchor } else { range }
}

/// The part of a node that a message marks: definitions are marked at their head, blocks at their brace.
fn head(node: Syntax<'_>) -> TextRange {
    let range = node.range();
    match node.kind() {
        NodeKind::Class | NodeKind::Define | NodeKind::Function | NodeKind::TypeDefinition => {
            let name = ast::definition_name_range(node).unwrap_or(range);
            TextRange::new(range.start, name.end)
        }
        NodeKind::NodeDefinition => {
            let names = node.find(NodeKind::HostNames).map_or(range, Syntax::range);
            TextRange::new(range.start, names.end)
        }
        NodeKind::Parameter => anchor(node),
        NodeKind::If | NodeKind::Unless | NodeKind::Case | NodeKind::Block | NodeKind::Lambda => {
            TextRange::new(range.start, first_token_end(node))
        }
        NodeKind::Resource | NodeKind::ResourceDefaults | NodeKind::ResourceOverride => {
            node.child(0).map_or(range, Syntax::range)
        }
        _ => range,
    }
}

/// The token that Puppet takes for the place of a node.
fn anchor(node: Syntax<'_>) -> TextRange {
    let first = TextRange::new(node.range().start, first_token_end(node));
    let own = |accept: fn(TokenKind) -> bool| node.own_token(accept).map_or(first, |(_, range)| range);
    match node.kind() {
        NodeKind::Binary | NodeKind::Assignment => own(|_| true),
        NodeKind::HashEntry | NodeKind::SelectorEntry => own(|kind| kind == TokenKind::FatArrow),
        NodeKind::Relationship => {
            let last = node.own_tokens().last();
            last.map_or(first, |(index, _)| node.tree().token_range(index))
        }
        NodeKind::MethodCall => match node.find(NodeKind::Arguments) {
            Some(arguments) => TextRange::new(arguments.range().start, arguments.range().start + 1),
            None => own(|kind| kind == TokenKind::Dot),
        },
        NodeKind::CaseOption => own(|kind| kind == TokenKind::Colon),
        NodeKind::Parameter => own(|kind| kind == TokenKind::Variable),
        // These are where their first part is, whatever that part's own place is.
        NodeKind::Access
        | NodeKind::Call
        | NodeKind::Selector
        | NodeKind::Collector
        | NodeKind::Resource
        | NodeKind::ResourceDefaults
        | NodeKind::ResourceOverride => node.child(0).map_or(first, anchor),
        NodeKind::TypeAlias => node.child(0).map_or(first, anchor),
        _ => first,
    }
}

fn first_token_end(node: Syntax<'_>) -> u32 {
    node.tree().token_range(node.tokens().0).end
}
