//! Mutable strings of UTF-8 or of bytes.

use std::cell::{Cell, Ref, RefCell};

use super::{
    own::{Own, OwnCell},
    watch::Changed,
};

/// A string.
///
/// The content is UTF-8. A binary string, such as the result of `Digest.digest` or `pack`, stores each byte as the
/// character with that code point, so that every method that works on characters works on its bytes.
pub struct RString {
    text: RefCell<String>,
    binary: Cell<bool>,
    frozen: Cell<bool>,
    pub(super) changed: Changed,
    pub(super) own: OwnCell,
}

impl RString {
    /// Creates a UTF-8 string.
    pub fn new(text: String) -> RString {
        RString {
            text: RefCell::new(text),
            binary: Cell::new(false),
            frozen: Cell::new(false),
            changed: Changed::default(),
            own: OwnCell::new(),
        }
    }

    /// Creates a binary string.
    pub fn from_bytes(bytes: &[u8]) -> RString {
        let string = RString::new(bytes.iter().map(|byte| char::from(*byte)).collect());
        string.binary.set(true);
        string
    }

    /// Borrows the content. No Ruby code may run while the borrow is held.
    pub fn get(&self) -> Ref<'_, String> {
        self.text.borrow()
    }

    /// A copy of the content.
    pub fn text(&self) -> String {
        self.text.borrow().clone()
    }

    /// Changes the content. `change` must not run Ruby code.
    pub fn update<T>(&self, change: impl FnOnce(&mut String) -> T) -> T {
        self.changed.note();
        change(&mut self.text.borrow_mut())
    }

    /// The class and instance variables, if it has any beyond those of a plain string.
    #[inline]
    pub fn own(&self) -> Option<&Own> {
        self.own.get().map(|own| &**own)
    }

    /// Whether the string is binary.
    pub fn is_binary(&self) -> bool {
        self.binary.get()
    }

    /// Marks the string as binary or UTF-8. The characters stay as they are.
    pub fn set_binary(&self, binary: bool) {
        self.binary.set(binary);
    }

    /// The bytes of the string, as Ruby would store them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = self.text.borrow();
        if self.binary.get() {
            text.chars().map(|char| u8::try_from(u32::from(char)).unwrap_or(b'?')).collect()
        } else {
            text.as_bytes().to_vec()
        }
    }

    /// Whether it was changed after its creation.
    pub fn is_changed(&self) -> bool {
        self.changed.get()
    }

    /// Whether it is frozen.
    pub fn is_frozen(&self) -> bool {
        self.frozen.get()
    }

    /// Makes it immutable, as `freeze` does.
    pub fn freeze(&self) {
        self.frozen.set(true);
    }

    /// A copy with the same content that is not frozen.
    pub fn copy(&self) -> RString {
        let copy = RString::new(self.text());
        copy.binary.set(self.binary.get());
        copy
    }
}
