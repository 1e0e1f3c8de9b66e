//! The evaluator on its own: with two functions, and a host that only knows the functions of the file that runs.

#![expect(clippy::unwrap_used, reason = "what fails here is not what is tested")]

use std::sync::Arc;

use bunraku_analysis::{Analysis, Language};
use bunraku_check::CheckSettings;
use bunraku_diag::TextRange;
use bunraku_edition::PUPPET8;
use bunraku_eval::{
    Arguments, Builtin, Dispatch, Eval, Evaluator, Function, Functions, Host, Hosted, Machine, Native, Scope,
    ScopeId, ScopeKind,
};
use bunraku_intern::Symbol;
use bunraku_ir::{Body, Definition, FunctionDefinition, Module};
use bunraku_pcore::{Type, Value};
use bunraku_syntax::SourceKind;
use bunraku_world::{Cancel, Nowhere, Stoppable};

/// Functions in Puppet code, and `hosted`, which returns what it is called with.
struct Bare(Vec<Arc<FunctionDefinition>>);

const HOSTED: Hosted = Hosted { id: 7, name: "hosted", about: None };

impl Host for Bare {
    fn function(&mut self, _: &mut Machine, name: Symbol) -> Eval<Option<Function>> {
        if name.as_str() == HOSTED.name {
            return Ok(Some(Function::Native(Native::Hosted(HOSTED))));
        }
        let code = self.0.iter().find(|function| function.name == name);
        Ok(code.map(|function| Function::Code(Arc::clone(function))))
    }

    fn function_named(&mut self, _: &mut Machine, _: &str) -> Eval<Option<Function>> {
        Ok(None)
    }

    fn call(&mut self, _: &mut Machine, function: Hosted, _: usize, given: Arguments<'_>) -> Eval<Value> {
        Ok(Value::array([Value::Int(function.id.into())].into_iter().chain(given.args.iter().cloned())))
    }

    fn named_type(&mut self, _: &mut Machine, _: &str) -> Eval<Option<Type>> {
        Ok(None)
    }

    fn parameter(&mut self, _: &mut Machine, _: &Type, _: &str) -> Eval<Option<Value>> {
        Ok(None)
    }

    fn resource(&mut self, _: &mut Machine, _: &Body, _: u32, _: TextRange) -> Eval<Value> {
        Ok(Value::Undef)
    }

    fn resource_statement(&mut self, _: &mut Machine, _: &Body, _: u32, _: TextRange) -> Eval<()> {
        Ok(())
    }

    fn defaults(&mut self, _: &mut Machine, _: &Body, _: u32, _: TextRange) -> Eval<Value> {
        Ok(Value::Undef)
    }

    fn overrides(&mut self, _: &mut Machine, _: &Body, _: u32, _: TextRange) -> Eval<Value> {
        Ok(Value::Undef)
    }

    fn collector(&mut self, _: &mut Machine, _: &Body, _: u32, _: TextRange) -> Eval<Value> {
        Ok(Value::Undef)
    }

    fn chain(&mut self, _: &mut Machine, _: &Body, _: u32, _: TextRange) -> Eval<Value> {
        Ok(Value::Undef)
    }
}

static EACH: Builtin = Builtin::new(
    "each",
    "",
    &[Dispatch {
        signature: "Array $values, Callable[1, 1] &$block",
        run: |call| {
            let Value::Array(values) = call.arg(0).clone() else { return Ok(Value::Undef) };
            for value in values.iter() {
                call.yield_values([value.clone()])?;
            }
            Ok(Value::Array(values))
        },
    }],
);

static KIND: Builtin = Builtin::new(
    "kind",
    "",
    &[
        Dispatch { signature: "Integer $value", run: |_| Ok(Value::str("integer")) },
        Dispatch { signature: "String $value, Any *$rest", run: |_| Ok(Value::str("string")) },
    ],
);

fn code(text: &str) -> Arc<Module> {
    let language = Language { edition: &PUPPET8, settings: CheckSettings::default(), harmless: |_| true };
    let analysis = Analysis::of_bytes("a.pp", text.as_bytes(), SourceKind::Manifest, None, &language);
    Arc::clone(analysis.code().unwrap())
}

fn machine() -> Machine {
    Machine::new(&PUPPET8, Functions::new([&EACH, &KIND].map(Native::Builtin)), Arc::new(Nowhere))
}

/// Runs a file in a scope. A failure is its code and the source at its place.
fn run(machine: &mut Machine, text: &str, scope: ScopeId) -> Result<Value, (&'static str, String)> {
    run_code(machine, &code(text), scope)
}

fn run_code(machine: &mut Machine, module: &Module, scope: ScopeId) -> Result<Value, (&'static str, String)> {
    let functions = module.definitions.iter().filter_map(|definition| match definition {
        Definition::Function(function) => Some(Arc::clone(function)),
        _ => None,
    });
    let mut host = Bare(functions.collect());
    Evaluator { machine, host: &mut host }.run(&module.main, scope).map_err(|unwind| {
        let error = unwind.into_diagnostic();
        let place = error.primary.map(|label| label.span.range.of(module.source.text()).to_owned());
        (error.code.name(), place.unwrap_or_default())
    })
}

fn value(text: &str) -> Result<Value, (&'static str, String)> {
    run(&mut machine(), text, ScopeId::TOP)
}

#[track_caller]
fn fails(text: &str, code: &str, place: &str) {
    assert_eq!(value(text).unwrap_err(), (code, place.to_owned()), "{text}");
}

fn strings<const N: usize>(strings: [&str; N]) -> Value {
    Value::array(strings.map(Value::str))
}

#[test]
fn a_failure_is_at_the_smallest_piece_of_code() {
    fails("$a = 1\n$b = $a + 'x'", "invalid-operand", "'x'");
    fails("$a = [1, 2]\n$a / 2", "invalid-operand", "$a");
    fails("1 + nope(2)", "unknown-function", "nope");
    fails("$a = 1\n$a = 2", "reassignment", "$a");
}

#[test]
fn the_first_signature_that_fits_is_called() {
    assert_eq!(value("[kind(1), kind('a', 2, 3)]"), Ok(strings(["integer", "string"])));
    fails("kind(1, 2)", "argument-mismatch", "1");
    fails("kind(1) |$x| { $x }", "argument-mismatch", "|$x|");
    fails("kind(1.5)", "argument-mismatch", "1.5");
}

#[test]
fn functions_of_the_host_and_of_code_are_called_alike() {
    assert_eq!(value("hosted(1, 'a')"), Ok(Value::array([Value::Int(7), Value::Int(1), Value::str("a")])));
    let sum = "function sum($n, $so_far = 0) { if $n == 0 { $so_far } else { sum($n - 1, $so_far + $n) } }\n";
    assert_eq!(value(&format!("{sum}sum(4)")), Ok(Value::Int(10)));
    assert_eq!(value(&format!("{sum}3.sum")), Ok(Value::Int(6)));
    fails(&format!("{sum}sum(1, 2, 3)"), "argument-mismatch", "3");
    fails(&format!("{sum}sum(1) |$x| {{ }}"), "argument-mismatch", "sum");
}

#[test]
fn variables_of_a_lambda_end_with_each_call() {
    // A second assignment in the same call would fail.
    assert_eq!(value("[1, 2].each |$x| { $y = $x }\n$z = 3\n$z"), Ok(Value::Int(3)));
    fails("[1, 2].each |$x| { $y = $x $y = 2 }", "reassignment", "$y");
    fails("[1].each |$x| { $y = $x }\n$y", "unknown-variable", "$y");
}

#[test]
fn a_scope_keeps_its_variables_and_sees_its_parents() {
    let mut machine = machine();
    let name = Symbol::new("web");
    machine.scopes.push(Scope::new(ScopeKind::Class(name), Some(ScopeId::TOP)));
    let class = ScopeId(1);
    machine.class_scopes.insert(name, class);
    machine.set_top("fact", Value::str("of the node"));
    assert_eq!(run(&mut machine, "$port = 80\n$fact", class), Ok(Value::str("of the node")));
    assert_eq!(run(&mut machine, "$web::port", ScopeId::TOP), Ok(Value::Int(80)));
    assert_eq!(run(&mut machine, "$port", ScopeId::TOP).unwrap_err().0, "unknown-variable");
}

#[test]
fn a_value_grows_in_place_only_where_nobody_else_has_it() {
    let text = "$a = [1]\n$b = $a + [2]\n$c = $b + [3]\n[$a, $c]";
    let ints = |numbers: &[i64]| Value::array(numbers.iter().map(|number| Value::Int(*number)));
    assert_eq!(value(text), Ok(Value::array([ints(&[1]), ints(&[1, 2, 3])])));
}

#[test]
fn every_limit_ends_an_evaluation() {
    let endless = "function f($n) { [1, 2].each |$x| { f($n) } }\nf(1)";
    let mut deep = machine();
    deep.limits.depth = 50;
    assert_eq!(run(&mut deep, endless, ScopeId::TOP).unwrap_err().0, "too-deep");

    let many = format!("$x = [{}]\n$x.each |$y| {{ $x.each |$z| {{ $y + $z }} }}", "1, ".repeat(500));
    let mut counted = machine();
    counted.limits.steps = 10_000;
    counted.begin();
    assert_eq!(run(&mut counted, &many, ScopeId::TOP).unwrap_err().0, "too-many-steps");

    let mut small = machine();
    small.limits.size = 1_000;
    let doubling = "function f($s) { f(\"${s}${s}\") }\nf('x')";
    assert_eq!(run(&mut small, doubling, ScopeId::TOP).unwrap_err().0, "too-large");

    let (many, cancel) = (code(&many), Cancel::default());
    let mut stopped = machine();
    stopped.world = Arc::new(Stoppable::new(Arc::new(Nowhere), cancel.clone()));
    stopped.begin();
    assert_eq!(run(&mut stopped, "1 + 1", ScopeId::TOP), Ok(Value::Int(2)));
    cancel.cancel();
    assert_eq!(run_code(&mut stopped, &many, ScopeId::TOP).unwrap_err().0, "cancelled");
}
