//! The node definition that is for a node.

use std::sync::Arc;

use bunraku_catalog::{Kind, Params};
use bunraku_diag::codes;
use bunraku_eval::{Eval, ScopeId, ScopeKind, Unwind};
use bunraku_ir::{HostMatch, NodeDefinition, ResourceForm};
use bunraku_pcore::Value;

use crate::{compiler::Compiler, declare::Declaration};

impl Compiler<'_> {
    /// Runs the node definition for a node, if there are any.
    pub(crate) fn evaluate_node(&mut self, node_name: &str) -> Eval<Option<ScopeId>> {
        let definitions = Arc::clone(&self.state().definitions);
        if definitions.nodes.is_empty() {
            return Ok(None);
        }
        let lower = node_name.to_lowercase();
        let Some((node, title)) = matching_node(&definitions.nodes, &lower) else {
            let diagnostic = bunraku_diag::Diagnostic::error(
                codes::NO_NODE,
                format!("no node definition is for `{node_name}`, and there is no `default`"),
            );
            return Err(Box::new(Unwind::Failure(diagnostic.help("add `node default { }`"))));
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
        // A node belongs to no module, whatever it is called.
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

/// The definition for a node, and what it is called: a name that is the node's, a pattern that matches, `default`.
fn matching_node(nodes: &[Arc<NodeDefinition>], name: &str) -> Option<(Arc<NodeDefinition>, String)> {
    let find = |accept: &dyn Fn(&HostMatch) -> Option<String>| {
        nodes.iter().find_map(|node| {
            let title = node.matches.iter().find_map(accept)?;
            Some((Arc::clone(node), title))
        })
    };
    find(&|matcher| match matcher {
        HostMatch::Name(known) if known == name => Some(known.clone()),
        _ => None,
    })
    .or_else(|| {
        find(&|matcher| match matcher {
            HostMatch::Regexp(regexp) if regexp.is_match(name).unwrap_or(false) => {
                Some(regexp_title(regexp.source()))
            }
            _ => None,
        })
    })
    .or_else(|| {
        find(&|matcher| match matcher {
            HostMatch::Default => Some("default".to_owned()),
            _ => None,
        })
    })
}

/// The name of a node that is defined by a pattern.
pub(crate) fn regexp_title(source: &str) -> String {
    let kept: String = source
        .to_lowercase()
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'))
        .collect();
    format!("__node_regexp__{}", kept.trim_start_matches('.'))
}
