//! Values that the host adds.

use std::any::Any;

use super::Val;

/// A value of the host that has no counterpart in Ruby. Code can pass it around, compare it, convert it to a string,
/// use it as a key, and call the methods that the [extension](crate::Extension) defines for its class.
pub trait HostValue {
    /// The full name of its class, which the extension must define.
    fn class_name(&self) -> String;

    /// The result of `to_s`.
    fn to_s(&self) -> String;

    /// The result of `inspect`.
    fn inspect(&self) -> String {
        self.to_s()
    }

    /// Whether it equals another value of the host, which may have a different Rust type.
    fn equals(&self, other: &dyn HostValue) -> bool;

    /// A hash code that is the same for equal values.
    fn hash(&self) -> u64;

    /// The instance variables of the object that it stands for, without `@`, or `None` if they are not known. YAML is
    /// made of them.
    fn variables(&self) -> Option<Vec<(&'static str, Val)>> {
        None
    }

    /// The value as `Any`, for the host to downcast.
    fn as_any(&self) -> &dyn Any;
}
