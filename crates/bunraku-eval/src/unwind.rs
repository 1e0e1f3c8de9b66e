//! What ends an evaluation early: a failure, or a `next`, `break` or `return` that propagates outwards.

use bunraku_diag::Diagnostic;
use bunraku_pcore::Value;

/// The result of an evaluation.
pub type Eval<T> = Result<T, Box<Unwind>>;

/// What ends an evaluation early.
#[derive(Debug)]
pub enum Unwind {
    /// A failure, which ends the whole evaluation.
    Failure(Diagnostic),
    /// `next(value)`: ends the enclosing lambda, function, class or defined type. The diagnostic is reported if there
    /// is none.
    Next(Value, Diagnostic),
    /// `break()`: ends the enclosing iteration. The diagnostic is reported if there is none.
    Break(Diagnostic),
    /// `return(value)`: ends the enclosing function, class or defined type. The diagnostic is reported if there is
    /// none.
    Return(Value, Diagnostic),
    /// `$context.not_found()`: ends the data function called by a lookup. The diagnostic is reported if there is none.
    NotFound(Diagnostic),
}

impl Unwind {
    /// The failure to report if nothing catches this.
    pub fn into_diagnostic(self) -> Diagnostic {
        match self {
            Unwind::Failure(diagnostic)
            | Unwind::Next(_, diagnostic)
            | Unwind::Break(diagnostic)
            | Unwind::Return(_, diagnostic)
            | Unwind::NotFound(diagnostic) => diagnostic,
        }
    }
}
