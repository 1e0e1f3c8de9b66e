//! Values that must not be shown in messages and logs.

use std::sync::Arc;

use crate::Value;

/// A hidden value. It can be passed on, and it is never printed, not even by `Debug`.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sensitive(Arc<Value>);

impl Sensitive {
    /// What is printed instead of the value.
    pub const TEXT: &'static str = "Sensitive [value redacted]";

    /// Hides a value. A value that is already hidden is not wrapped again.
    pub fn new(value: Value) -> Sensitive {
        match value {
            Value::Sensitive(sensitive) => sensitive,
            value => Sensitive(Arc::new(value)),
        }
    }

    /// The hidden value.
    pub fn unwrap(&self) -> &Value {
        &self.0
    }
}

impl std::fmt::Debug for Sensitive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(Sensitive::TEXT)
    }
}
