//! Finds and evaluates the node definition for a node.

use std::sync::Arc;

use bunraku_catalog::{Kind, Params};
use bunraku_diag::codes;
use bunraku_eval::{Eval, ScopeId, ScopeKind, Unwind};
use bunraku_ir::{HostMatch, NodeDefinition, ResourceForm};
use bunraku_pcore::Value;

use crate::{compiler::Compiler, declare::Declaration};

impl Compiler<'_> {
    /// Evaluates the node definition that matches a node. It is an error if there are node definitions but none
    /// matches.
    pub(crate) fn evaluate_node(&mut self, node_name: &str) -> Eval<Option<ScopeId>> {
        let definitions = Arc::clone(&self.state().definitions);
        if definitions.nodes.is_empty() {
            return Ok(None);
        }
        let lower = node_name.to_lowercase();
        let found = matching_node(&definitions.nodes, &lower).map_err(|node| {
            let message =
                format!("matching `{node_name}` against the pattern of a node definition takes too long");
            let diagnostic = bunraku_diag::Diagnostic::error(codes::REGEXP_LIMIT, message);
            let help = "write the pattern so that it can match a name in one way only";
            let place = self.span(&node.body, node.range);
            Box::new(Unwind::Failure(diagnostic.at(place, "one of these").help(help)))
        })?;
        let Some((node, title)) = found.map(|(node, title)| (Arc::clone(node), title)) else {
            let diagnostic = bunraku_diag::Diagnostic::error(
                codes::NO_NODE,
                format!("no node definition matches `{node_name}`, and there is no `default`"),
            );
            return Err(Box::new(Unwind::Failure(
                diagnostic.help("add a `node '...'` block for it, or `node default { }`"),
            )));
        };
        let origin = self.state().origin(Kind::Node, &title, None);
        let at = Some(self.span(&node.body, node.range));
        let declaration = Declaration { form: ResourceForm::Regular, place: None, at };
        let mut resource = self.new_resource(Kind::Node, "node", title.as_str().into(), &declaration);
        resource.kind_text = "unknown";
        resource.origin = origin;
        let id = self.add(&node.body, node.range, resource, Params::default())?;
        self.catalog().tag_catalog(id);
        if let Some(main) = self.catalog().find("Class", "main") {
            self.catalog().add_edge(main, id);
        }
        self.start(id);
        let scope = self.open_scope(ScopeKind::Node, ScopeId::TOP, ScopeId::TOP, id, origin);
        // A node does not belong to a module, whatever its name.
        self.give_module(scope, "");
        self.state().node_scope = Some(scope);
        self.catalog().add_class(&title);
        self.give(scope, "title", Value::str(title.as_str()));
        self.give(scope, "name", Value::str(title.as_str()));
        let captures = self.clear_captures();
        let body = Arc::clone(&node.body);
        let result = self.run_prepared(&body, scope, |compiler| {
            for matcher in &node.matches {
                if let HostMatch::Regexp(regexp) = matcher
                    && compiler.match_node(&node.body, &lower, regexp)?
                {
                    break;
                }
            }
            Ok(())
        });
        self.restore_captures(captures);
        result?;
        Ok(Some(scope))
    }
}

/// Finds the definition for a node, and its title: first by name, then by pattern, then `default`. It is an error if
/// matching a pattern reaches the step limit.
fn matching_node<'n>(
    nodes: &'n [Arc<NodeDefinition>],
    name: &str,
) -> Result<Option<(&'n Arc<NodeDefinition>, String)>, &'n Arc<NodeDefinition>> {
    let all = || nodes.iter().flat_map(|node| node.matches.iter().map(move |matcher| (node, matcher)));
    for (node, matcher) in all() {
        match matcher {
            HostMatch::Name(known) if known == name => return Ok(Some((node, known.clone()))),
            _ => {}
        }
    }
    for (node, matcher) in all() {
        if let HostMatch::Regexp(regexp) = matcher
            && regexp.is_match(name).map_err(|_| node)?
        {
            return Ok(Some((node, regexp_title(regexp.source()))));
        }
    }
    // The name in quotes is the same to Puppet.
    let is_default = |matcher: &HostMatch| match matcher {
        HostMatch::Default => true,
        HostMatch::Name(name) => name == "default",
        HostMatch::Regexp(_) => false,
    };
    let default = all().find(|(_, matcher)| is_default(matcher));
    Ok(default.map(|(node, _)| (node, "default".to_owned())))
}

/// Spells the signs of groups such as `(?i)` and `(?=a)` as letters, so that the title keeps them.
fn spelled_groups(source: &str) -> String {
    let mut spelled = String::with_capacity(source.len());
    let mut rest = source;
    while let Some((before, group)) = rest.split_once("(?") {
        spelled.push_str(before);
        let Some((inner, after)) = group.split_once(')') else {
            rest = rest.get(before.len()..).unwrap_or_default();
            break;
        };
        spelled.push_str("LPQU");
        for sign in inner.chars() {
            match sign {
                '(' => spelled.push_str("LP"),
                '?' => spelled.push_str("QU"),
                '<' => spelled.push_str("LT"),
                '>' => spelled.push_str("GT"),
                '!' => spelled.push_str("EX"),
                '=' => spelled.push_str("EQ"),
                other => spelled.push(other),
            }
        }
        spelled.push_str("RP");
        rest = after;
    }
    spelled.push_str(rest);
    spelled
}

/// The title of a node that is defined by a pattern.
pub(crate) fn regexp_title(source: &str) -> String {
    let kept: String = spelled_groups(&source.to_lowercase())
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'))
        .collect();
    format!("__node_regexp__{}", kept.trim_start_matches('.'))
}
