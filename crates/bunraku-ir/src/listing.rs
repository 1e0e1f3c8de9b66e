//! Listings of lowered code, for tests and debugging.
//!
//! Every expression has a line, `%3 = ...`, and is referred to by that number. `$x@0` is the variable in slot 0 where
//! it is known to be set, `take $x@0` the same where its value is moved out; constants are written out.

use std::fmt::{self, Display, Formatter};

use bunraku_edition::PUPPET8;
use bunraku_intern::Symbol;
use bunraku_pcore::{Value, notation};

use crate::{
    Body, Callee, Case, Definition, Expr, ExprId, HostMatch, Lambda, List, Module, Operand, Param, Query,
    ResourceAttribute, ResourceForm, Slot, Target,
};

impl Display for Module {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "main:\n{}", self.main)?;
        for definition in &self.definitions {
            let body = match definition {
                Definition::Class(class) => {
                    write!(f, "class {}", class.name)?;
                    if let Some((parent, _)) = class.parent {
                        write!(f, " inherits {parent}")?;
                    }
                    &class.body
                }
                Definition::Define(define) => {
                    write!(f, "define {}", define.name)?;
                    &define.body
                }
                Definition::Function(function) => {
                    write!(f, "function {}", function.name)?;
                    &function.body
                }
                Definition::Node(node) => {
                    f.write_str("node ")?;
                    separated(f, ", ", &node.matches, |f, host| match host {
                        HostMatch::Name(name) => write!(f, "'{name}'"),
                        HostMatch::Regexp(regexp) => write!(f, "/{}/", regexp.source()),
                        HostMatch::Default => f.write_str("default"),
                    })?;
                    &node.body
                }
                Definition::Alias(alias) => {
                    write!(f, "type {}", alias.name)?;
                    &alias.body
                }
            };
            write!(f, ":\n{body}")?;
        }
        Ok(())
    }
}

impl Display for Body {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for param in &self.params {
            f.write_str("  param ")?;
            self.param(f, param)?;
            writeln!(f)?;
        }
        for index in 0..self.exprs.len() as u32 {
            write!(f, "  %{index} = ")?;
            self.line(f, ExprId(index))?;
            writeln!(f)?;
        }
        for lambda in &self.lambdas {
            f.write_str("  ")?;
            self.lambda(f, lambda)?;
            writeln!(f)?;
        }
        if let Some(returns) = self.returns {
            writeln!(f, "  returns {}", self.shown(returns))?;
        }
        writeln!(f, "  -> {}", self.shown(self.root))
    }
}

impl Body {
    fn line(&self, f: &mut Formatter<'_>, id: ExprId) -> fmt::Result {
        let shown = |operand: Operand| self.shown(operand);
        match *self.expr(id) {
            Expr::Nothing => f.write_str("nothing"),
            Expr::Variable(index) => self.variable(f, index),
            Expr::MatchVariable(number) => write!(f, "group {number}"),
            Expr::Assign { slot, name, value } => write!(f, "${name}@{} = {}", slot.0, shown(value)),
            Expr::AssignMany { target, value } => {
                if let Some(target) = self.targets.get(target as usize) {
                    self.target(f, target)?;
                }
                write!(f, " = {}", shown(value))
            }
            Expr::Append { slot, outer, delete, value } => {
                let name = self.variables.get(outer as usize).map_or("", |variable| variable.name.as_str());
                write!(f, "${name}@{} = (", slot.0)?;
                self.variable(f, outer)?;
                write!(f, ") {} {}", if delete { "-" } else { "+" }, shown(value))
            }
            Expr::Binary { operator, left, right } => {
                write!(f, "{} {} {}", shown(left), operator.sign(), shown(right))
            }
            Expr::And(left, right) => write!(f, "{} and {}", shown(left), shown(right)),
            Expr::Or(left, right) => write!(f, "{} or {}", shown(left), shown(right)),
            Expr::Not(operand) => write!(f, "not {}", shown(operand)),
            Expr::Negate(operand) => write!(f, "negate {}", shown(operand)),
            Expr::Splat(operand) => write!(f, "splat {}", shown(operand)),
            Expr::Array(list) => write!(f, "[{}]", self.listed(list)),
            Expr::Hash(list) => self.hash(f, list),
            Expr::Access { target, keys } => write!(f, "{}[{}]", shown(target), self.listed(keys)),
            Expr::Interpolate(list) => write!(f, "interpolate {}", self.listed(list)),
            Expr::Heredoc { text, syntax } => {
                write!(f, "heredoc {} of {}", shown(text), shown(Operand::Const(syntax)))
            }
            Expr::If { test, then, otherwise } => {
                write!(f, "if {} then {} else {}", shown(test), shown(then), shown(otherwise))
            }
            Expr::Case(index) => self.case(f, "case", index),
            Expr::Selector(index) => self.case(f, "select", index),
            Expr::Block(list) => write!(f, "do {}", self.listed(list)),
            Expr::Call(index) => self.call(f, index),
            Expr::TypeName(name) => write!(f, "type {}", shown(Operand::Const(name))),
            Expr::Resource(index) => self.resource(f, index),
            Expr::Defaults(index) => self.changes(f, "defaults", index),
            Expr::Override(index) => self.changes(f, "override", index),
            Expr::Collector(index) => self.collector(f, index),
            Expr::Chain(index) => self.chain(f, index),
            Expr::Definition => f.write_str("definition"),
            Expr::RenderText(text) => write!(f, "render {}", shown(Operand::Const(text))),
            Expr::Render(value) => write!(f, "render {}", shown(value)),
        }
    }

    fn shown(&self, operand: Operand) -> String {
        match operand {
            Operand::Const(id) => literal(self.constant(id)),
            Operand::Local(slot) => format!("{}@{}", self.name_of(slot), slot.0),
            Operand::Take(slot) => format!("take {}@{}", self.name_of(slot), slot.0),
            Operand::Expr(id) => format!("%{}", id.0),
        }
    }

    fn name_of(&self, slot: Slot) -> String {
        let named = self.names.iter().find(|named| named.slot == slot);
        named.map_or("$?".to_owned(), |named| format!("${}", named.name))
    }

    fn listed(&self, list: List) -> String {
        let operands: Vec<String> = self.list(list).iter().map(|operand| self.shown(*operand)).collect();
        operands.join(", ")
    }

    fn hash(&self, f: &mut Formatter<'_>, list: List) -> fmt::Result {
        let pairs: Vec<String> = self
            .list(list)
            .chunks(2)
            .map(|pair| pair.iter().map(|part| self.shown(*part)).collect::<Vec<_>>().join(" => "))
            .collect();
        write!(f, "{{{}}}", pairs.join(", "))
    }

    /// A variable that is looked up: in slots first, from the inside out, then in scopes.
    fn variable(&self, f: &mut Formatter<'_>, index: u32) -> fmt::Result {
        let Some(variable) = self.variables.get(index as usize) else { return f.write_str("variable ?") };
        write!(f, "variable ${}", variable.name)?;
        for (slot, parameter) in &variable.slots {
            write!(f, "{}@{}", if *parameter { " or parameter " } else { " or " }, slot.0)?;
        }
        match variable.namespace.map(Symbol::as_str) {
            Some("") => f.write_str(" of the top scope"),
            Some(namespace) => write!(f, " of {namespace}"),
            None => Ok(()),
        }
    }

    fn target(&self, f: &mut Formatter<'_>, target: &Target) -> fmt::Result {
        match target {
            Target::Variable { slot, name, .. } => write!(f, "${name}@{}", slot.0),
            Target::List(targets) => {
                f.write_str("[")?;
                separated(f, ", ", targets, |f, target| self.target(f, target))?;
                f.write_str("]")
            }
        }
    }

    fn param(&self, f: &mut Formatter<'_>, param: &Param) -> fmt::Result {
        if let Some(ty) = param.ty {
            write!(f, "{} ", self.shown(ty))?;
        }
        write!(f, "{}${}@{}", if param.rest { "*" } else { "" }, param.name, param.slot.0)?;
        match param.default {
            Some(default) => write!(f, " = {}", self.shown(default)),
            None => Ok(()),
        }
    }

    fn lambda(&self, f: &mut Formatter<'_>, lambda: &Lambda) -> fmt::Result {
        write!(f, "lambda {} |", lambda.index)?;
        separated(f, ", ", &lambda.params, |f, param| self.param(f, param))?;
        write!(f, "| slots {}..{}", lambda.slots.start, lambda.slots.end)?;
        if let Some(parent) = lambda.parent {
            write!(f, " in lambda {parent}")?;
        }
        if let Some(returns) = lambda.returns {
            write!(f, " returns {}", self.shown(returns))?;
        }
        write!(f, " -> {}", self.shown(lambda.root))
    }

    fn case(&self, f: &mut Formatter<'_>, word: &str, index: u32) -> fmt::Result {
        let Some(Case { value, arms }) = self.cases.get(index as usize) else { return f.write_str(word) };
        write!(f, "{word} {} {{ ", self.shown(*value))?;
        separated(f, "; ", arms, |f, arm| {
            write!(f, "{}: {}", self.listed(arm.options), self.shown(arm.body))
        })?;
        f.write_str(" }")
    }

    fn call(&self, f: &mut Formatter<'_>, index: u32) -> fmt::Result {
        let Some(site) = self.calls.get(index as usize) else { return f.write_str("call ?") };
        f.write_str(if site.method { "method " } else { "call " })?;
        match site.callee {
            Callee::Function(name) => write!(f, "{name}")?,
            Callee::New(ty) => write!(f, "new of {}", self.shown(ty))?,
        }
        write!(f, "({}{})", self.listed(site.arguments), if site.splat { " unfolded" } else { "" })?;
        match site.lambda {
            Some(lambda) => write!(f, " with lambda {lambda}"),
            None => Ok(()),
        }
    }

    fn resource(&self, f: &mut Formatter<'_>, index: u32) -> fmt::Result {
        let Some(resource) = self.resources.get(index as usize) else { return f.write_str("resource ?") };
        f.write_str(match resource.form {
            ResourceForm::Regular => "resource ",
            ResourceForm::Virtual => "virtual resource ",
            ResourceForm::Exported => "exported resource ",
        })?;
        write!(f, "{} {{ ", self.shown(resource.ty))?;
        separated(f, "; ", &resource.bodies, |f, body| {
            write!(f, "{}:", self.shown(body.title))?;
            self.attributes(f, &body.attributes)
        })?;
        f.write_str(" }")
    }

    fn changes(&self, f: &mut Formatter<'_>, word: &str, index: u32) -> fmt::Result {
        let Some(changes) = self.overrides.get(index as usize) else { return f.write_str(word) };
        write!(f, "{word} {} {{", self.shown(changes.subject))?;
        self.attributes(f, &changes.attributes)?;
        f.write_str(" }")
    }

    fn attributes(&self, f: &mut Formatter<'_>, attributes: &[ResourceAttribute]) -> fmt::Result {
        separated(f, ",", attributes, |f, attribute| {
            let name = attribute.name.as_ref().map_or("*", |name| name.as_str());
            let arrow = if attribute.append { "+>" } else { "=>" };
            write!(f, " {name} {arrow} {}", self.shown(attribute.value))
        })
    }

    fn collector(&self, f: &mut Formatter<'_>, index: u32) -> fmt::Result {
        let Some(collector) = self.collectors.get(index as usize) else { return f.write_str("collect ?") };
        write!(f, "collect {}{}", if collector.exported { "exported " } else { "" }, collector.ty)?;
        if let Some(query) = &collector.query {
            f.write_str(" where ")?;
            self.query(f, query)?;
        }
        if !collector.attributes.is_empty() {
            f.write_str(" {")?;
            self.attributes(f, &collector.attributes)?;
            f.write_str(" }")?;
        }
        Ok(())
    }

    fn query(&self, f: &mut Formatter<'_>, query: &Query) -> fmt::Result {
        let mut both = |word: &str, left: &Query, right: &Query| {
            f.write_str("(")?;
            self.query(f, left)?;
            write!(f, " {word} ")?;
            self.query(f, right)?;
            f.write_str(")")
        };
        match query {
            Query::And(left, right) => both("and", left, right),
            Query::Or(left, right) => both("or", left, right),
            Query::Compare { attribute, negated, value, .. } => {
                let sign = if *negated { "!=" } else { "==" };
                write!(f, "{} {sign} {}", self.shown(*attribute), self.shown(*value))
            }
            Query::Other(operand) => f.write_str(&self.shown(*operand)),
        }
    }

    fn chain(&self, f: &mut Formatter<'_>, index: u32) -> fmt::Result {
        let Some(chain) = self.chains.get(index as usize) else { return f.write_str("chain ?") };
        f.write_str("chain ")?;
        let mut arrows = chain.arrows.iter();
        for (position, operand) in self.list(chain.operands).iter().enumerate() {
            if position > 0 {
                let arrow = arrows.next().map_or("?", |(kind, _)| kind.shown().trim_matches('`'));
                write!(f, " {arrow} ")?;
            }
            f.write_str(&self.shown(*operand))?;
        }
        Ok(())
    }
}

/// A constant as a program would write it, in the notation of the default edition.
fn literal(value: &Value) -> String {
    notation::literal(&PUPPET8.types, value)
}

fn separated<T>(
    f: &mut Formatter<'_>,
    separator: &str,
    items: &[T],
    mut write: impl FnMut(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        write(f, item)?;
    }
    Ok(())
}
