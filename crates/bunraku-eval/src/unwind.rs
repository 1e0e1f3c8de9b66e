//! What ends an evaluation early: a failure, or a `next`, `break` or `return` on its way.

use bunraku_diag::Diagnostic;
use bunraku_pcore::Value;

/// The result of evaluating something.
pub type Eval<T> = Result<T, Box<Unwind>>;

/// What ends an evaluation early.
#[derive(Debug)]
pub enum Unwind {
    /// A failure.
    Failure(Diagnostic),
    /// `next(value)`: ends the lambda, function, class or define around it.
    Next(Value, Diagnostic),
    /// `break()`: ends the iteration around it. The diagnostic is for the case that there is none.
    Break(Diagnostic),
    /// `return(value)`: ends the function, class or define around it.
    Return(Value, Diagnostic),
    /// `$context.not_found()`: ends the data function that a lookup has called. The diagnostic is for the case that
    /// there is none.
    NotFound(Diagnostic),
}

impl Unwind {
    /// The failure that this is when nothing catches it.
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
