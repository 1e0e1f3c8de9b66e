//! Literals: numbers, strings, symbols, regular expressions, arrays and hashes.

use bunraku_pcore::Str;
use bunraku_regexp::{Options, Regexp};
use num_bigint::{BigInt, Sign};
use ruby_prism::{Integer, Node, NodeList, RationalNode};

use super::{Lowerer, forward, line_of};
use crate::tree::{Call, Expr, Kind, Pair};

impl Lowerer {
    pub(super) fn literal(&mut self, node: &Node<'_>) -> Option<Kind> {
        if let Some(n) = node.as_string_node() {
            return Some(bytes(n.unescaped()));
        }
        if let Some(n) = node.as_interpolated_string_node() {
            return Some(Kind::Interpolation(self.parts(&n.parts())));
        }
        if let Some(n) = node.as_symbol_node() {
            return Some(Kind::Sym(text(n.unescaped())));
        }
        if let Some(n) = node.as_interpolated_symbol_node() {
            return Some(Kind::DynamicSym(self.parts(&n.parts())));
        }
        if let Some(n) = node.as_integer_node() {
            return Some(integer(&n.value()));
        }
        if let Some(n) = node.as_float_node() {
            return Some(Kind::Float(n.value()));
        }
        if let Some(n) = node.as_array_node() {
            return Some(Kind::Array(self.list(&n.elements())));
        }
        if let Some(n) = node.as_hash_node() {
            return Some(Kind::Hash(self.pairs(&n.elements())));
        }
        if let Some(n) = node.as_keyword_hash_node() {
            return Some(Kind::Hash(self.pairs(&n.elements())));
        }
        if let Some(n) = node.as_regular_expression_node() {
            let options = Options {
                ignore_case: n.is_ignore_case(),
                multi_line: n.is_multi_line(),
                extended: n.is_extended(),
            };
            let line = line_of(&n.location());
            return Some(match Regexp::with_options(&text(n.unescaped()), options) {
                Ok(regexp) => Kind::Regexp(regexp),
                Err(error) => self.fail(&format!("in the regular expression: {error}"), line),
            });
        }
        if let Some(n) = node.as_interpolated_regular_expression_node() {
            let options = Options {
                ignore_case: n.is_ignore_case(),
                multi_line: n.is_multi_line(),
                extended: n.is_extended(),
            };
            return Some(Kind::DynamicRegexp(self.parts(&n.parts()), options));
        }
        if let Some(n) = node.as_x_string_node() {
            return Some(Call::added(
                None,
                "`",
                vec![Expr { kind: bytes(n.unescaped()), line: line_of(&node.location()) }],
            ));
        }
        if let Some(n) = node.as_interpolated_x_string_node() {
            let command = Kind::Interpolation(self.parts(&n.parts()));
            return Some(Call::added(
                None,
                "`",
                vec![Expr { kind: command, line: line_of(&node.location()) }],
            ));
        }
        None
    }

    /// `3r` and `1.5r`, lowered to a call of `Rational(numerator, denominator)`.
    pub(super) fn rational(&mut self, node: &RationalNode<'_>, line: u32) -> Kind {
        let args = [node.numerator(), node.denominator()].map(|n| Expr { kind: integer(&n), line });
        Call::added(None, "Rational", args.into())
    }

    /// The parts of a string with interpolation.
    fn parts(&mut self, parts: &NodeList<'_>) -> Vec<Expr> {
        parts
            .iter()
            .map(|part| {
                let line = line_of(&part.location());
                if let Some(n) = part.as_embedded_statements_node() {
                    return self.statements(n.statements().as_ref(), line);
                }
                if let Some(n) = part.as_embedded_variable_node() {
                    return self.expr(&n.variable());
                }
                self.expr(&part)
            })
            .collect()
    }

    pub(super) fn list(&mut self, elements: &NodeList<'_>) -> Vec<Expr> {
        elements.iter().map(|element| self.expr(&element)).collect()
    }

    pub(super) fn pairs(&mut self, elements: &NodeList<'_>) -> Vec<Pair> {
        let mut pairs = Vec::new();
        for element in elements.iter() {
            if let Some(n) = element.as_assoc_node() {
                pairs.push(Pair::Entry(self.expr(&n.key()), self.expr(&n.value())));
            } else if let Some(n) = element.as_assoc_splat_node() {
                let line = line_of(&element.location());
                let value = match n.value() {
                    Some(value) => self.expr(&value),
                    None => self
                        .nameless(forward::KEYWORDS, line)
                        .unwrap_or(Expr { kind: Kind::Refused("`**` without a name"), line }),
                };
                pairs.push(Pair::Splat(value));
            }
        }
        pairs
    }
}

/// A string literal, which is binary if it is not valid UTF-8.
fn bytes(bytes: &[u8]) -> Kind {
    match std::str::from_utf8(bytes) {
        Ok(text) => Kind::Str(Str::from(text)),
        Err(_) => Kind::Bytes(bytes.into()),
    }
}

pub(super) fn text(bytes: &[u8]) -> Str {
    Str::from(String::from_utf8_lossy(bytes).as_ref())
}

fn integer(value: &Integer<'_>) -> Kind {
    let (negative, digits) = value.to_u32_digits();
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    let number = BigInt::from_slice(sign, digits);
    match i64::try_from(&number) {
        Ok(small) => Kind::Int(small),
        Err(_) => Kind::Big(Box::new(number)),
    }
}
