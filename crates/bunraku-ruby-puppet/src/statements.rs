//! What the statements of a file are, without running it: where it creates a function or a type.

use bunraku_ruby::tree::{BlockArg, Expr, Kind};

/// The line of the first call of one of these methods.
pub(crate) fn call(body: &Expr, names: &[&str]) -> Option<u32> {
    let calls = |expr: &Expr| match &expr.kind {
        Kind::Call(call) if names.contains(&call.name.as_str()) => Some(expr.line),
        _ => None,
    };
    find(body, &calls)
}

/// The first method that is defined, with its line.
pub(crate) fn definition(body: &Expr) -> Option<(&'static str, u32)> {
    let defines = |expr: &Expr| match &expr.kind {
        Kind::Def { code, .. } => Some((code.name.as_str(), expr.line)),
        _ => None,
    };
    find(body, &defines)
}

/// The line of the last statement.
pub(crate) fn last_line(body: &Expr) -> u32 {
    match &body.kind {
        Kind::Sequence(all) => all.last().map_or(body.line, last_line),
        Kind::Module { body, .. } => last_line(body),
        _ => body.line,
    }
}

/// The first statement for which `test` returns something, including those in modules, conditions and blocks.
fn find<T>(expr: &Expr, test: &dyn Fn(&Expr) -> Option<T>) -> Option<T> {
    if let Some(found) = test(expr) {
        return Some(found);
    }
    match &expr.kind {
        Kind::Sequence(all) => all.iter().find_map(|each| find(each, test)),
        Kind::Module { body, .. } | Kind::Class { body, .. } | Kind::SingletonClass { body, .. } => {
            find(body, test)
        }
        Kind::Begin(begin) => find(&begin.body, test),
        Kind::If { then, otherwise, .. } => find(then, test).or_else(|| find(otherwise, test)),
        Kind::Call(call) => match &call.block {
            BlockArg::Code(block) => find(&block.body, test),
            _ => None,
        },
        _ => None,
    }
}
