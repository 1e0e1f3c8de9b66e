//! Values that must not be shown.

use std::sync::Arc;

use crate::Value;

/// A value that is passed on but never printed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sensitive(Arc<Value>);

impl Sensitive {
    /// How every sensitive value looks in a text.
    pub const TEXT: &'static str = "Sensitive [value redacted]";

    /// Hides a value; one that is hidden already stays as it is.
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
