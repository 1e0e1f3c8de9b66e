//! Ruby code in a compilation: its questions to the host, and nested runs.

#![allow(clippy::unwrap_used, clippy::panic, reason = "these are tests")]

use bunraku_pcore::{Str, Type, Value};
use bunraku_ruby_puppet::{
    HostError, Limit, LogLevel, Outside, PuppetHost, Ruby, RubyError, RubyErrorKind, RunLimits, parse,
    parse_template,
};

/// A compilation with a single function, `inner`, which renders a template with the same Ruby.
#[derive(Default)]
struct Compilation {
    ruby: Ruby,
    inner: &'static str,
    log: Vec<(LogLevel, String)>,
    stop: bool,
}

impl Compilation {
    fn render(&mut self, template: &str) -> Result<String, RubyError> {
        let code = parse_template("test.erb", template)?;
        self.ruby.clone().render(self, RunLimits { steps: 1_000_000, ..RunLimits::default() }, &code, None)
    }

    fn call(&mut self, name: &str, code: &str, args: &[Value]) -> Result<Value, RubyError> {
        let code = parse("test.rb", code)?;
        self.ruby.clone().call_function(self, RunLimits::default(), (name, &code), args, false)
    }
}

impl Outside for Compilation {
    fn should_stop(&mut self, _: u64) -> bool {
        self.stop
    }
}

impl PuppetHost for Compilation {
    fn set_variable(&mut self, name: &str, _: Value) -> Result<(), HostError> {
        Err(HostError::new(format!("cannot set {name}")))
    }

    fn call_function(&mut self, name: &str, _: Vec<Value>, _: bool) -> Result<Value, HostError> {
        match name {
            "inner" => match self.render(self.inner) {
                Ok(text) => Ok(Value::str(text)),
                Err(error) => Err(HostError {
                    message: error.message.clone(),
                    error: Box::new(error.kind),
                    fatal: matches!(error.kind, RubyErrorKind::Limit(_)),
                }),
            },
            _ => Err(HostError::new(format!("there is no function {name}"))),
        }
    }

    fn call_lambda(&mut self, _: usize, _: Vec<Value>) -> Result<Value, HostError> {
        Err(HostError::new("there is no lambda"))
    }

    fn node_name(&mut self) -> Option<Str> {
        Some(Str::from("web.example.com"))
    }

    fn parse_type(&mut self, _: &str) -> Result<Type, HostError> {
        Ok(Type::Any)
    }

    fn plain_variable(&mut self, name: &str) -> Option<Value> {
        (name == "list").then(|| Value::array([Value::from(1), Value::from(2)]))
    }

    fn log(&mut self, level: LogLevel, message: String) {
        self.log.push((level, message));
    }
}

#[test]
fn the_compiler_of_a_scope_knows_the_node() {
    let mut compilation = Compilation::default();
    // The scope itself has no `node`, in Puppet either.
    let template = "<%= scope.respond_to?(:node) %> <%= scope.compiler.node.name %> <%= @list.sum %>";
    let text = compilation.render(template).map_err(|error| error.message).unwrap();
    assert_eq!(text, "false web.example.com 3");
}

#[test]
fn code_that_runs_inside_of_code_sees_the_same_state() {
    let mut compilation = Compilation { inner: "<% $said << :inner %>in", ..Compilation::default() };
    let template = "<% $said = ['outer'] %><%= scope.call_function('inner') %> <%= $said.inspect %>";
    let text = compilation.render(template).map_err(|error| error.message).unwrap();
    assert_eq!(text, "in [\"outer\", :inner]");
    assert!(!compilation.ruby.is_running());
}

#[test]
fn nested_code_shares_the_steps() {
    let mut compilation = Compilation { inner: "<% 9_000.times { 1 } %>", ..Compilation::default() };
    compilation.ruby.set_steps(990_000);
    let template = "<% begin; scope.call_function('inner'); rescue Exception; end %>";
    let error = compilation.render(template).err().unwrap();
    // The limit comes out as the failure of the function that reached it, and no `rescue` catches it.
    assert_eq!(error.host.unwrap().downcast_ref(), Some(&RubyErrorKind::Limit(Limit::Steps)));
    assert!(compilation.ruby.steps() > 1_000_000);
}

#[test]
fn a_host_stops_code() {
    let mut compilation = Compilation { stop: true, ..Compilation::default() };
    let error = compilation.render("<% loop { begin; 1; rescue Exception; end } %>").err().unwrap();
    assert_eq!(error.kind, RubyErrorKind::Stopped);
}

#[test]
fn failures_of_the_host_can_be_rescued() {
    let mut compilation = Compilation::default();
    let code = "Puppet::Functions.create_function(:ask) do
      def ask(name)
        call_function(name)
      rescue Puppet::Error => e
        Puppet.warning(e.message)
        e.class.name
      end
    end";
    let value = compilation.call("ask", code, &[Value::from("nothing")]).map_err(|error| error.message);
    assert_eq!(value, Ok(Value::from("Puppet::ParseError")));
    assert_eq!(compilation.log, [(LogLevel::Warning, "there is no function nothing".to_owned())]);
}
