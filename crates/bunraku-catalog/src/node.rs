//! The node definition that is for a node.

use std::sync::Arc;

use bunraku_diag::codes;
use bunraku_eval::{Eval, Evaluator, ScopeId, ScopeKind, Unwind};
use bunraku_ir::{HostMatch, NodeDefinition, ResourceForm};
use bunraku_pcore::Value;

use crate::{
    compiler::{Compiler, state},
    declare::Declaration,
    resource::Kind,
};

impl Compiler {
    /// Runs the node definition for a node, if there are any.
    pub(crate) fn evaluate_node(cx: &mut Evaluator, node_name: &str) -> Eval<Option<ScopeId>> {
        let definitions = Arc::clone(&state(cx).definitions);
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
        let origin = state(cx).origin(Kind::Node, &title, None);
        let declaration = Declaration { form: ResourceForm::Regular, place: None };
        let mut resource = Compiler::new_resource(cx, Kind::Node, "Node", &title, &declaration);
        resource.kind_text = "unknown";
        resource.origin = origin;
        let tags = resource.tags.clone();
        let id = Compiler::add(cx, &node.body, node.range, resource)?;
        state(cx).tags.merge(&tags);
        if let Some(main) = state(cx).find("Class", "main") {
            state(cx).add_edge(main, id);
        }
        Compiler::start(cx, id);
        let scope = Compiler::open_scope(cx, ScopeKind::Node, ScopeId::TOP, ScopeId::TOP, id, origin);
        // A node belongs to no module, whatever it is called.
        Compiler::give_module(cx, scope, "");
        state(cx).node_scope = Some(scope);
        state(cx).classes.push(title.clone());
        state(cx).tags.add(&title);
        Compiler::give(cx, scope, "title", Value::str(title.as_str()));
        Compiler::give(cx, scope, "name", Value::str(title.as_str()));
        let captures = cx.clear_captures();
        let body = Arc::clone(&node.body);
        let result = cx.run_prepared(&body, scope, |cx, _| {
            for matcher in &node.matches {
                if let HostMatch::Regexp(regexp) = matcher
                    && cx.match_node(&node.body, &lower, regexp)?
                {
                    break;
                }
            }
            Ok(())
        });
        cx.restore_captures(captures);
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
fn regexp_title(source: &str) -> String {
    let kept: String = source
        .to_lowercase()
        .chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | ':' | '.'))
        .collect();
    format!("__node_regexp__{}", kept.trim_start_matches('.'))
}
