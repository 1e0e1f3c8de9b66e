//! Parameters.

use bunraku_pcore::Str;
use ruby_prism::{Node, ParametersNode};

use super::{Lowerer, forward, line_of, literal::text};
use crate::tree::{Kind, Params, Target};

impl Lowerer {
    pub(super) fn params(&mut self, node: &ParametersNode<'_>) -> Params {
        let mut params = Params::default();
        for each in node.requireds().iter() {
            params.required.push(self.required(&each));
        }
        for each in node.optionals().iter() {
            if let Some(optional) = each.as_optional_parameter_node() {
                let slot = self.slot(0, &optional.name());
                params.optional.push((slot, self.expr(&optional.value())));
            }
        }
        if let Some(rest) = node.rest() {
            if rest.as_implicit_rest_node().is_some() {
                params.trailing_comma = true;
            } else if let Some(rest) = rest.as_rest_parameter_node() {
                params.rest = Some(self.parameter(rest.name(), forward::REST));
            }
        }
        for each in node.posts().iter() {
            params.post.push(self.required(&each));
        }
        for each in node.keywords().iter() {
            if let Some(keyword) = each.as_required_keyword_parameter_node() {
                let slot = self.slot(0, &keyword.name());
                params.keywords.push((text(keyword.name().as_slice()), slot, None));
            } else if let Some(keyword) = each.as_optional_keyword_parameter_node() {
                let slot = self.slot(0, &keyword.name());
                let default = self.expr(&keyword.value());
                params.keywords.push((text(keyword.name().as_slice()), slot, Some(default)));
            }
        }
        if let Some(rest) = node.keyword_rest() {
            if let Some(rest) = rest.as_keyword_rest_parameter_node() {
                params.keyword_rest = Some(self.parameter(rest.name(), forward::KEYWORDS));
            } else if rest.as_forwarding_parameter_node().is_some() {
                params.rest = Some(self.parameter(None, forward::REST));
                params.keyword_rest = Some(self.parameter(None, forward::KEYWORDS));
                params.block = Some(self.parameter(None, forward::BLOCK));
            }
        }
        if let Some(block) = node.block()
            && let Some(block) = block.as_block_parameter_node()
        {
            params.block = block.name().map(|name| self.slot(0, &name));
        }
        params.names =
            self.scopes.last().map(|names| names.iter().map(|name| Str::from(name.as_str())).collect());
        params.note_plain();
        params
    }

    fn required(&mut self, node: &Node<'_>) -> Target {
        if let Some(required) = node.as_required_parameter_node() {
            return Target::Local { depth: 0, slot: self.slot(0, &required.name()) };
        }
        self.target(node).unwrap_or_else(|| {
            let line = line_of(&node.location());
            let _: Kind = self.fail("a parameter of an unknown form", line);
            Target::Local { depth: 0, slot: 0 }
        })
    }
}
