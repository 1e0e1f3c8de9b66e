//! Values of the host.

use std::any::Any;

/// A value of the host that Ruby has nothing like. Code can hand it around, compare it, show it, use it as a key, and
/// call the methods that the [extension](crate::Extension) has for its class.
pub trait HostValue {
    /// The name of its class, which the extension has.
    fn class_name(&self) -> String;

    /// What `to_s` gives.
    fn to_s(&self) -> String;

    /// What `inspect` gives.
    fn inspect(&self) -> String {
        self.to_s()
    }

    /// Whether it is equal to another value, which may be of another type.
    fn equals(&self, other: &dyn HostValue) -> bool;

    /// A number that is the same for values that are equal.
    fn hash(&self) -> u64;

    /// The value itself, for the host.
    fn as_any(&self) -> &dyn Any;
}
