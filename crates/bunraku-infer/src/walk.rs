//! The walk over a file that finds scopes, variables and types.

use bunraku_intern::FastMap;
use bunraku_pcore::types::StructElement;
use bunraku_pcore::{IntRange, Type, Value, infer};
use bunraku_syntax::ast::{self, Element, FunctionCall, Node, Parameters, View, elements};
use bunraku_syntax::{NodeKind, SourceKind, Syntax};

use crate::around::is_target;
use crate::calls::{self, tuple, union};
use crate::model::{Model, Scope, ScopeKind, Variable, VariableKind, Visible};
use crate::narrow::Narrow;
use crate::project::Lookup;
use crate::{Project, RULES, bare, constant, facts, operator, type_of_expression};

pub(crate) struct Walk<'t, 'p> {
    pub(crate) project: Option<&'p Project>,
    pub(crate) model: Model<'t>,
    pub(crate) scope: usize,
    pub(crate) narrowed: Vec<(&'t str, Narrow)>,
    /// Classes of the file by name, each with its node.
    pub(crate) classes: FastMap<&'t str, ast::Class<'t>>,
}

impl<'t, 'p> Walk<'t, 'p> {
    pub(crate) fn new(root: Syntax<'t>, project: Option<&'p Project>) -> Walk<'t, 'p> {
        let kind = match root.tree().kind() {
            SourceKind::Template => ScopeKind::Template,
            SourceKind::Manifest | SourceKind::Plan => ScopeKind::Top,
        };
        let top = Scope { kind, node: root, name: "", parent: None, names: FastMap::default() };
        let classes = root.descendants().filter_map(ast::Class::cast);
        let classes = classes.map(|class| (bare(class.name()), class)).collect();
        let model = Model {
            root,
            scopes: vec![top],
            variables: Vec::new(),
            uses: Vec::new(),
            types: FastMap::default(),
        };
        Walk { project, model, scope: 0, narrowed: Vec::new(), classes }
    }

    pub(crate) fn run(mut self) -> Model<'t> {
        self.statements(self.model.root);
        self.settle();
        self.model
    }

    /// Resolves reads of top-scope variables that are set further down in the file: classes are evaluated later.
    fn settle(&mut self) {
        let top: Vec<(&'t str, Vec<usize>)> = self
            .model
            .scopes
            .first()
            .map(|scope| scope.names.iter().map(|(name, at)| (*name, at.clone())).collect())
            .unwrap_or_default();
        let top: FastMap<&str, Vec<usize>> = top.into_iter().collect();
        for at in 0..self.model.uses.len() {
            let Some(one) = self.model.uses.get(at) else { continue };
            let body = self.model.body_of(one.scope);
            if body == 0 || !matches!(one.visible, Visible::Nothing(_)) {
                continue;
            }
            if let Some(found) = top.get(one.name) {
                for variable in found {
                    if let Some(variable) = self.model.variables.get_mut(*variable) {
                        variable.reads += 1;
                    }
                }
                let found = found.clone();
                if let Some(one) = self.model.uses.get_mut(at) {
                    one.visible = Visible::Set(found);
                }
            }
        }
    }

    fn statements(&mut self, node: Syntax<'t>) -> Type {
        let mut last = Type::Undef;
        for child in node.children() {
            last = self.walk(child);
        }
        last
    }

    pub(crate) fn block(&mut self, block: Option<ast::Block<'t>>) -> Type {
        block.map_or(Type::Undef, |block| self.statements(block.syntax()))
    }

    /// The type of a node. Everything below it is walked once.
    pub(crate) fn walk(&mut self, node: Syntax<'t>) -> Type {
        let ty = self.infer(node);
        if !matches!(ty, Type::Any) {
            self.model.types.insert(node.id(), ty.clone());
        }
        ty
    }

    fn infer(&mut self, node: Syntax<'t>) -> Type {
        match Node::of(node) {
            Node::String(_) | Node::Name(_) | Node::Word(_) => {
                constant::string(node).map_or(Type::String(None), |text| Type::literal(text.as_ref()))
            }
            Node::Number(_) | Node::Boolean(_) | Node::Undef(_) | Node::Default(_) | Node::Regexp(_) => {
                match constant::value(node) {
                    Some(Value::Int(number)) => Type::integer(IntRange::new(Some(number), Some(number))),
                    Some(value) => infer::detailed(RULES, &value),
                    None => Type::Any,
                }
            }
            Node::InterpolatedString(_) | Node::Heredoc(_) => {
                self.statements(node);
                constant::string(node).map_or(Type::String(None), |text| Type::literal(text.as_ref()))
            }
            Node::Variable(variable) => self.read(node, variable.name()),
            Node::Array(array) => {
                let mut types = Vec::new();
                let mut splat = false;
                for element in elements(array.elements()) {
                    match element {
                        Element::Value(node) => {
                            splat |= node.kind() == NodeKind::Splat;
                            types.push(self.walk(node));
                        }
                        Element::Pairs(pairs) => types.push(self.hash(pairs)),
                    }
                }
                if splat { Type::array(Type::Any, None) } else { tuple(types) }
            }
            Node::Hash(hash) => self.hash(hash.entries().collect()),
            Node::Parenthesized(inner) => inner.operand().map_or(Type::Any, |inner| self.walk(inner)),
            Node::Not(inner) => {
                self.operand(inner.operand());
                Type::Boolean(None)
            }
            Node::Negate(inner) => match self.operand(inner.operand()).resolved() {
                Type::Integer(range) => {
                    let exact = range.as_deref().filter(|range| range.from == range.to);
                    let exact = exact.and_then(|range| range.from.as_ref()?.small());
                    match exact.and_then(i64::checked_neg) {
                        Some(number) => Type::exact_integer(number),
                        None => Type::Integer(None),
                    }
                }
                Type::Float(_) => Type::Float(None),
                _ => Type::Any,
            },
            Node::Binary(binary) => self.binary(binary),
            Node::Assignment(assignment) => self.assignment(assignment),
            Node::Access(access) => self.access(access),
            Node::TypeName(_) => type_value(type_of_expression(node, self.project)),
            Node::Call(_) | Node::MethodCall(_) | Node::StatementCall(_) => self.call(node),
            Node::Lambda(lambda) => self.lambda(lambda, &[]),
            Node::If(statement) => self.if_statement(statement),
            Node::Unless(statement) => {
                let condition = statement.condition();
                self.operand(condition);
                let then = self.under(condition, false, |walk| walk.block(statement.then()));
                let otherwise = self.under(condition, true, |walk| walk.block(statement.otherwise()));
                union([then, otherwise])
            }
            Node::Case(case) => self.case(case),
            Node::Selector(selector) => self.selector(selector),
            Node::Class(class) => {
                self.definition(ScopeKind::Class, node, class.name(), class.parameters(), class.body())
            }
            Node::Define(define) => {
                self.definition(ScopeKind::Define, node, define.name(), define.parameters(), define.body())
            }
            Node::Function(function) => self.definition(
                ScopeKind::Function,
                node,
                function.name(),
                function.parameters(),
                function.body(),
            ),
            Node::NodeDefinition(definition) => {
                self.definition(ScopeKind::Node, node, "", None, definition.body())
            }
            Node::EppParameters(parameters) => {
                if let Some(parameters) = parameters.parameters() {
                    self.parameters(parameters, VariableKind::Parameter, &[]);
                }
                Type::Any
            }
            Node::Block(_) | Node::Interpolation(_) => self.statements(node),
            // Types of parameters and the like are resolved where they are used, and contain no variables.
            Node::TypeAlias(_) | Node::TypeDefinition(_) => Type::Any,
            _ => {
                self.statements(node);
                Type::Any
            }
        }
    }

    pub(crate) fn operand(&mut self, node: Option<Syntax<'t>>) -> Type {
        node.map_or(Type::Any, |node| self.walk(node))
    }

    fn hash(&mut self, entries: Vec<ast::HashEntry<'t>>) -> Type {
        let mut fields = Vec::new();
        let mut open = false;
        for entry in entries {
            let key = entry.key();
            let name = key.and_then(constant::string).map(std::borrow::Cow::into_owned);
            self.operand(key);
            let value = self.operand(entry.value());
            match name.filter(|name| !name.is_empty()) {
                Some(name) => {
                    fields.push(StructElement { name: name.as_str().into(), optional: false, value })
                }
                None => open = true,
            }
        }
        if open || fields.len() > 200 {
            Type::hash(Type::Any, Type::Any, None)
        } else if fields.is_empty() {
            Type::empty_hash()
        } else {
            Type::structure(fields)
        }
    }

    fn binary(&mut self, binary: ast::Binary<'t>) -> Type {
        use bunraku_syntax::TokenKind;
        let left = self.operand(binary.left());
        let Some((operator, _)) = binary.operator() else {
            self.operand(binary.right());
            return Type::Any;
        };
        let right = match operator {
            TokenKind::And | TokenKind::Or => {
                let right = binary.right();
                self.under(binary.left(), operator == TokenKind::And, |walk| walk.operand(right))
            }
            _ => self.operand(binary.right()),
        };
        operator::binary(operator, &left, &right)
    }

    fn access(&mut self, access: ast::Access<'t>) -> Type {
        let target = access.target();
        let keys: Vec<Syntax<'t>> = access.keys().collect();
        let type_name = target.is_some_and(|target| target.kind() == NodeKind::TypeName);
        let base = self.operand(target);
        for key in &keys {
            self.walk(*key);
        }
        if type_name {
            return type_value(type_of_expression(access.syntax(), self.project));
        }
        let key = match keys.as_slice() {
            [key] => constant::value(*key),
            _ => return Type::Any,
        };
        if let Some(fact) = fact_path(access.syntax()) {
            return match fact.as_slice() {
                [fact] => facts::entry(fact, None),
                [fact, key] => facts::entry(fact, Some(key)),
                _ => Type::Any,
            };
        }
        operator::access(&base, key.as_ref())
    }

    fn assignment(&mut self, assignment: ast::Assignment<'t>) -> Type {
        let value = assignment.value();
        let ty = self.operand(value);
        let Some(target) = assignment.target() else { return ty };
        match Node::of(target) {
            Node::Variable(variable) => {
                self.set(variable.name(), target, VariableKind::Assigned, ty.clone(), value);
            }
            _ => {
                for node in target.descendants() {
                    match Node::of(node) {
                        Node::Variable(variable) if is_target(node) => {
                            self.set(variable.name(), node, VariableKind::Assigned, Type::Any, None);
                        }
                        Node::Variable(variable) => {
                            self.read(node, variable.name());
                        }
                        _ => {}
                    }
                }
            }
        }
        ty
    }

    fn set(
        &mut self,
        name: &'t str,
        node: Syntax<'t>,
        kind: VariableKind,
        ty: Type,
        value: Option<Syntax<'t>>,
    ) {
        let range = match Node::of(node) {
            Node::Parameter(parameter) => parameter.name_range().unwrap_or_else(|| node.range()),
            _ => node.range(),
        };
        let index = self.model.variables.len();
        self.model.variables.push(Variable {
            name,
            range,
            kind,
            node,
            scope: self.scope,
            ty,
            value,
            reads: 0,
        });
        if let Some(scope) = self.model.scopes.get_mut(self.scope) {
            scope.names.entry(name).or_default().push(index);
        }
    }

    fn enter<T>(&mut self, scope: Scope<'t>, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.scope;
        self.scope = self.model.scopes.len();
        self.model.scopes.push(scope);
        let result = work(self);
        self.scope = outer;
        result
    }

    fn definition(
        &mut self,
        kind: ScopeKind,
        node: Syntax<'t>,
        name: &'t str,
        parameters: Option<Parameters<'t>>,
        body: Option<ast::Block<'t>>,
    ) -> Type {
        let scope = Scope { kind, node, name, parent: None, names: FastMap::default() };
        let narrowed = std::mem::take(&mut self.narrowed);
        self.enter(scope, |walk| {
            if let Some(parameters) = parameters {
                walk.parameters(parameters, VariableKind::Parameter, &[]);
            }
            walk.block(body)
        });
        self.narrowed = narrowed;
        Type::Any
    }

    fn parameters(&mut self, parameters: Parameters<'t>, kind: VariableKind, given: &[Type]) {
        for (index, parameter) in parameters.iter().enumerate() {
            let declared = parameter.ty().map(|ty| type_of_expression(ty, self.project));
            let ty = match declared {
                Some(ty) if parameter.star().is_some() => Type::array(ty, None),
                Some(ty) => ty,
                None if parameter.star().is_some() => Type::array(Type::Any, None),
                None => given.get(index).cloned().unwrap_or(Type::Any),
            };
            self.set(parameter.name(), parameter.syntax(), kind, ty, parameter.default());
        }
        for parameter in parameters.iter() {
            self.operand(parameter.default());
        }
    }

    fn lambda(&mut self, lambda: ast::Lambda<'t>, given: &[Type]) -> Type {
        let scope = Scope {
            kind: ScopeKind::Lambda,
            node: lambda.syntax(),
            name: "",
            parent: Some(self.scope),
            names: FastMap::default(),
        };
        self.enter(scope, |walk| {
            let before = walk.narrowed.len();
            if let Some(parameters) = lambda.parameters() {
                walk.parameters(parameters, VariableKind::LambdaParameter, given);
                // What is known about an outer variable of the same name does not hold for the parameter.
                let hidden: Vec<&'t str> = parameters.iter().map(|parameter| parameter.name()).collect();
                walk.narrowed.extend(hidden.into_iter().map(|name| (name, Narrow::Is(Type::Any))));
                let own =
                    walk.model.scopes.get(walk.scope).map(|scope| scope.names.clone()).unwrap_or_default();
                let declared: Vec<(&'t str, Type)> = own
                    .values()
                    .flatten()
                    .filter_map(|index| walk.model.variables.get(*index))
                    .map(|variable| (variable.name, variable.ty.clone()))
                    .collect();
                walk.narrowed.extend(declared.into_iter().map(|(name, ty)| (name, Narrow::Is(ty))));
            }
            let ty = walk.block(lambda.body());
            walk.narrowed.truncate(before);
            ty
        })
    }

    fn call(&mut self, node: Syntax<'t>) -> Type {
        let Some(call) = FunctionCall::of(node) else { return self.construction(node) };
        let mut types = Vec::new();
        for argument in &call.arguments {
            types.push(match argument {
                Element::Value(node) => self.walk(*node),
                Element::Pairs(pairs) => self.hash(pairs.clone()),
            });
        }
        let subject = types.first().cloned().unwrap_or(Type::Any);
        let lambda = call.lambda.map_or(Type::Any, |lambda| {
            let count = lambda.parameters().map_or(0, |parameters| parameters.iter().count());
            let given = calls::lambda_types(call.name, &subject, count);
            let ty = self.lambda(lambda, &given);
            if !matches!(ty, Type::Any) {
                self.model.types.insert(lambda.syntax().id(), ty.clone());
            }
            ty
        });
        match call.name {
            "new" => call.argument(0).map_or(Type::Any, |ty| made(type_of_expression(ty, self.project))),
            "assert_type" => call.argument(0).map_or(Type::Any, |ty| type_of_expression(ty, self.project)),
            name => calls::result(name, &types, &lambda).unwrap_or_else(|| self.returned(name)),
        }
    }

    fn returned(&self, name: &str) -> Type {
        match self.project.map(|project| project.function(name)) {
            Some(Lookup::Found(function)) => function.returns,
            _ => Type::Any,
        }
    }

    /// `Integer('1')`, and calls to something that is not a name.
    fn construction(&mut self, node: Syntax<'t>) -> Type {
        let callee = match Node::of(node) {
            Node::Call(call) => call.callee(),
            _ => None,
        };
        self.statements(node);
        match callee.filter(|callee| matches!(callee.kind(), NodeKind::TypeName | NodeKind::Access)) {
            Some(callee) => made(type_of_expression(callee, self.project)),
            None => Type::Any,
        }
    }
}

/// The type of the values that `T.new` creates.
fn made(ty: Type) -> Type {
    match ty.resolved() {
        Type::Sensitive(_) => Type::sensitive(Type::Any),
        Type::Integer(_) | Type::Float(_) | Type::String(_) | Type::Boolean(_) | Type::Numeric => {
            ty.generalize()
        }
        Type::Array(_) => Type::array(Type::Any, None),
        Type::Hash(_) | Type::Struct(_) => Type::hash(Type::Any, Type::Any, None),
        Type::Timespan(_) | Type::Timestamp(_) | Type::SemVer(_) | Type::Regexp(_) | Type::Binary => {
            ty.generalize()
        }
        _ => Type::Any,
    }
}

fn type_value(ty: Type) -> Type {
    if matches!(ty, Type::Any) { Type::Type(None) } else { Type::type_of(ty) }
}

/// The keys after `$facts`: `os`, `family` for `$facts['os']['family']`.
fn fact_path(node: Syntax<'_>) -> Option<Vec<String>> {
    let mut keys = Vec::new();
    let mut at = node;
    loop {
        match Node::of(at) {
            Node::Access(access) => {
                let key = access.keys().next().and_then(constant::string)?;
                keys.push(key.into_owned());
                at = access.target()?;
            }
            Node::Variable(variable) if bare(variable.name()) == "facts" => break,
            _ => return None,
        }
    }
    keys.reverse();
    Some(keys)
}
