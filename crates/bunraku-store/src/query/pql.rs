//! PQL: `nodes[certname] { certname ~ "web" order by certname limit 5 }`. It is parsed to the equivalent AST.

mod lexer;
mod parser;

use bunraku_pcore::Value;

use crate::Error;

/// The AST of a query.
pub(super) fn parse(text: &str) -> Result<Value, Error> {
    let tokens = lexer::tokens(text)?;
    parser::Parser::new(text, &tokens).query()
}

/// An error at a position of a query.
fn error(text: &str, at: usize, message: &str) -> Error {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    Error::invalid(format!("PQL parse error at line {line}, column {column}: {message}"))
}
