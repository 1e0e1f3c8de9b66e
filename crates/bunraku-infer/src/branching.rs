//! Conditional statements: what their conditions imply about variables in each branch.

use bunraku_pcore::Type;
use bunraku_syntax::ast::{self, View};
use bunraku_syntax::{NodeKind, Syntax};

use crate::calls::union;
use crate::narrow::{self, Narrow};
use crate::type_of_expression;
use crate::walk::Walk;

impl<'t> Walk<'t, '_> {
    /// Walks code that is evaluated only if a condition is true, or only if it is false.
    pub(crate) fn under<T>(
        &mut self,
        condition: Option<Syntax<'t>>,
        holds: bool,
        work: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.narrowed.len();
        if let Some(condition) = condition {
            let project = self.project;
            narrow::test(condition, holds, project, &mut self.narrowed);
        }
        let result = work(self);
        self.narrowed.truncate(before);
        result
    }

    pub(crate) fn if_statement(&mut self, statement: ast::If<'t>) -> Type {
        let before = self.narrowed.len();
        let condition = statement.condition();
        self.operand(condition);
        let mut results = vec![self.under(condition, true, |walk| walk.block(statement.then()))];
        let project = self.project;
        let not = |walk: &mut Self, condition: Option<Syntax<'t>>| {
            if let Some(condition) = condition {
                narrow::test(condition, false, project, &mut walk.narrowed);
            }
        };
        not(self, condition);
        for elsif in statement.elsifs() {
            let condition = elsif.condition();
            self.operand(condition);
            results.push(self.under(condition, true, |walk| walk.block(elsif.then())));
            not(self, condition);
        }
        results.push(self.block(statement.otherwise()));
        self.narrowed.truncate(before);
        union(results)
    }

    pub(crate) fn case(&mut self, case: ast::Case<'t>) -> Type {
        let subject = case.value();
        self.operand(subject);
        let name = subject.and_then(ast::Variable::cast).map(ast::Variable::name);
        let mut results = Vec::new();
        for option in case.options() {
            let values: Vec<Syntax<'t>> = option.values().collect();
            for value in &values {
                self.walk(*value);
            }
            let before = self.narrowed.len();
            self.narrowed.extend(name.and_then(|name| Some((name, self.option_says(&values)?))));
            results.push(self.block(option.body()));
            self.narrowed.truncate(before);
        }
        results.push(Type::Undef);
        union(results)
    }

    pub(crate) fn selector(&mut self, selector: ast::Selector<'t>) -> Type {
        let subject = selector.value();
        self.operand(subject);
        let name = subject.and_then(ast::Variable::cast).map(ast::Variable::name);
        let mut results = Vec::new();
        for entry in selector.entries() {
            let option: Vec<Syntax<'t>> = entry.option().into_iter().collect();
            self.operand(entry.option());
            let before = self.narrowed.len();
            self.narrowed.extend(name.and_then(|name| Some((name, self.option_says(&option)?))));
            results.push(self.operand(entry.value()));
            self.narrowed.truncate(before);
        }
        union(results)
    }

    /// What is known about the control expression of a `case` if one of these options matches.
    fn option_says(&self, values: &[Syntax<'t>]) -> Option<Narrow> {
        let mut types = Vec::new();
        for value in values {
            types.push(match value.kind() {
                NodeKind::TypeName | NodeKind::Access => type_of_expression(*value, self.project),
                NodeKind::Regexp | NodeKind::String => Type::String(None),
                NodeKind::Undef => Type::Undef,
                NodeKind::Boolean => Type::Boolean(None),
                _ => Type::Any,
            });
        }
        (!types.is_empty()).then(|| Narrow::Is(union(types)))
    }
}
