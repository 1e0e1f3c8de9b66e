//! Definitions: classes, defined types, functions, plans, nodes and types.

use super::{
    Parser,
    call::TrailingComma,
    resource::{unquoted, without_quotes},
};
use crate::{kind::NodeKind, token::TokenKind::*};

impl Parser<'_> {
    /// `class name (parameters) inherits parent { }`.
    pub(super) fn class_definition(&mut self) {
        let mark = self.start();
        self.bump();
        self.definition_name("a class");
        self.opt_parameters();
        if self.at(Inherits) {
            let parent = self.start();
            self.bump();
            if !self.eat(Default) {
                self.definition_name("the parent class");
            }
            self.finish(parent, NodeKind::ClassParent);
        }
        self.block("the header of a class");
        self.finish(mark, NodeKind::Class);
    }

    /// `define name (parameters) { }`.
    pub(super) fn define(&mut self) {
        let mark = self.start();
        self.bump();
        self.definition_name("a defined type");
        self.opt_parameters();
        self.block("the header of a defined type");
        self.finish(mark, NodeKind::Define);
    }

    /// `function name (parameters) >> Type { }`.
    pub(super) fn function(&mut self) {
        let mark = self.start();
        self.bump();
        self.definition_name("a function");
        self.opt_parameters();
        self.return_type();
        self.block("the header of a function");
        self.finish(mark, NodeKind::Function);
    }

    /// `plan name (parameters) { }`.
    pub(super) fn plan(&mut self) {
        let mark = self.start();
        self.bump();
        self.definition_name("a plan");
        self.opt_parameters();
        self.block("the header of a plan");
        self.finish(mark, NodeKind::Plan);
    }

    /// `apply(targets, options) { }`, which compiles the block for other machines.
    pub(super) fn apply(&mut self) {
        let mark = self.start();
        self.bump();
        if self.at(LParen) {
            self.apply_arguments();
        } else {
            self.expected_with("`(` after `apply`", |error| {
                error.help("name the targets before the block: `apply($targets) { }`")
            });
        }
        self.block("the targets of `apply`");
        self.finish(mark, NodeKind::Apply);
    }

    fn definition_name(&mut self, what: &str) {
        match self.kind() {
            Name | Word | Ref => self.bump(),
            Class => {
                self.expected_with(&format!("the name of {what}"), |error| {
                    error.help("`class` is a keyword and cannot be used as a name")
                });
                self.bump();
            }
            SingleQuoted | DoubleQuoted => {
                let quoted = self.range();
                let name = unquoted(quoted.of(self.text));
                self.expected_with(&format!("the name of {what}"), |error| {
                    let error = error.help("names of definitions are written without quotes");
                    without_quotes(error, quoted, name)
                });
                self.bump();
            }
            kind => {
                let word = self.range().of(self.text);
                self.expected_with(&format!("the name of {what}"), |error| match kind.is_keyword() {
                    true => error.help(format!("`{word}` is a keyword and cannot be used as a name")),
                    false => error,
                });
                // A keyword in the position of a name was meant as one.
                if kind.is_keyword() && matches!(self.peek(1), LParen | LBrace | Inherits) {
                    self.bump();
                }
            }
        }
    }

    /// `node names { }`.
    pub(super) fn node_definition(&mut self) {
        let mark = self.start();
        self.bump();
        let names = self.start();
        loop {
            if !self.host_name() {
                self.expected_with("the name of a node", |error| {
                    error.help("a node is named by a string, a bare name, a regular expression or `default`")
                });
                break;
            }
            if !self.eat(Comma) || matches!(self.kind(), LBrace | Inherits) {
                break;
            }
        }
        self.finish(names, NodeKind::HostNames);
        if self.at(Inherits) {
            let parent = self.start();
            self.bump();
            if !self.host_name() {
                self.expected("the name of a node");
            }
            self.finish(parent, NodeKind::NodeParent);
        }
        if self.at(Dot) {
            self.expected_with("`{` after the names of a node", |error| {
                error.help("quote the name: `node 'web-01.example.com' { }`")
            });
        }
        self.block("the names of a node");
        self.finish(mark, NodeKind::NodeDefinition);
    }

    fn host_name(&mut self) -> bool {
        match self.kind() {
            Name | Number => {
                let mark = self.start();
                self.bump();
                while self.eat(Dot) {
                    if !matches!(self.kind(), Name | Number) {
                        self.expected_with("a part of a node's name after `.`", |error| {
                            error.help("quote the name: `node 'web-01.example.com' { }`")
                        });
                        break;
                    }
                    self.bump();
                }
                self.finish(mark, NodeKind::HostName);
                true
            }
            SingleQuoted | DoubleQuoted | QuoteOpen | Word | HeredocTag | Default | Regexp => self.primary(),
            _ => false,
        }
    }

    /// `type X = ...` or `type X { }`.
    pub(super) fn type_definition(&mut self) {
        let mark = self.start();
        self.bump();
        if !self.at(Ref) {
            self.expected_with("the name of a type", |error| {
                error.help("a type alias is written `type Name = Type`, with uppercase first letters")
            });
            return self.finish(mark, NodeKind::Error);
        }
        if matches!(self.peek(1), LBrace | Inherits) {
            self.bump();
            if self.eat(Inherits) {
                self.expect(Ref, "the name of a type");
            }
            self.block("the name of a type");
            return self.finish(mark, NodeKind::TypeDefinition);
        }
        self.parameter_type();
        self.expect(Assign, "`=` after the name of a type alias");
        self.aliased_type();
        self.finish(mark, NodeKind::TypeAlias);
    }

    /// The right side of a type alias: a type, optionally with keys or a body, a hash or an array.
    fn aliased_type(&mut self) {
        match self.kind() {
            Ref => {
                let mark = self.start();
                self.leaf(NodeKind::TypeName);
                if self.at(LBracket) {
                    self.keys(mark, TrailingComma::Allowed);
                } else if self.at(LBrace) {
                    self.primary();
                    self.finish(mark, NodeKind::ObjectBody);
                }
            }
            LBrace | LBracket | ListStart => {
                self.primary();
            }
            _ => {
                self.expected("a type");
                self.missing();
            }
        }
    }
}
