//! Inputs of a session that change what earlier ones mean.

use bunraku::{Program, Session, edition::PUPPET8, pcore::Value};

#[test]
fn a_new_alias_changes_the_types_that_functions_declare() {
    let mut session = Session::new(Program::new(&PUPPET8));
    session.evaluate("1", "define foo() { } function kind(Type[Foo] $x) { 'accepted' }");
    let accepted = Some(Value::str("accepted"));
    assert_eq!(session.evaluate("2", "kind(Foo['a'])").value, accepted);
    assert_eq!(session.evaluate("3", "kind(Integer)").value, None);
    session.evaluate("4", "type Foo = Integer");
    assert_eq!(session.evaluate("5", "kind(Integer)").value, accepted);
}

#[test]
fn a_type_that_was_unknown_may_be_defined_later() {
    let mut session = Session::new(Program::new(&PUPPET8));
    session.evaluate("1", "function length_of(Optional[Name] $x) { $x.length }");
    assert_eq!(session.evaluate("2", "length_of('ab')").value, None);
    session.evaluate("3", "type Name = String[1]");
    assert_eq!(session.evaluate("4", "length_of('ab')").value, Some(Value::Int(2)));
    assert_eq!(session.evaluate("5", "length_of('')").value, None);
}
