//! Strings: text that can change, or bytes.

use std::cell::{Cell, Ref, RefCell};

use super::own::{Own, OwnCell};

/// A string.
///
/// Text is UTF-8. A string of bytes that are no text (what `Digest.digest` or `pack` make) holds each byte as the
/// character of that number, so that every method that works character by character works byte by byte on it.
pub struct RString {
    text: RefCell<String>,
    binary: Cell<bool>,
    frozen: Cell<bool>,
    changed: Cell<bool>,
    pub(super) own: OwnCell,
}

impl RString {
    /// A string of text.
    pub fn new(text: String) -> RString {
        RString {
            text: RefCell::new(text),
            binary: Cell::new(false),
            frozen: Cell::new(false),
            changed: Cell::new(false),
            own: OwnCell::new(),
        }
    }

    /// A string of bytes: text where the bytes are ASCII.
    pub fn from_bytes(bytes: &[u8]) -> RString {
        let string = RString::new(bytes.iter().map(|byte| char::from(*byte)).collect());
        string.binary.set(true);
        string
    }

    /// The text for reading. Nobody may call code of the program while it is held.
    pub fn get(&self) -> Ref<'_, String> {
        self.text.borrow()
    }

    /// A copy of the text.
    pub fn text(&self) -> String {
        self.text.borrow().clone()
    }

    /// Changes the text. `change` must not call code of the program.
    pub fn update<T>(&self, change: impl FnOnce(&mut String) -> T) -> T {
        self.changed.set(true);
        change(&mut self.text.borrow_mut())
    }

    /// The class and variables that it has of its own.
    #[inline]
    pub fn own(&self) -> Option<&Own> {
        self.own.get().map(|own| &**own)
    }

    /// Whether these are bytes and no text.
    pub fn is_binary(&self) -> bool {
        self.binary.get()
    }

    /// Says whether these are bytes; the characters stay as they are.
    pub fn set_binary(&self, binary: bool) {
        self.binary.set(binary);
    }

    /// The bytes of the string.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = self.text.borrow();
        if self.binary.get() {
            text.chars().map(|char| u8::try_from(u32::from(char)).unwrap_or(b'?')).collect()
        } else {
            text.as_bytes().to_vec()
        }
    }

    /// Whether it was changed since it was made.
    pub fn is_changed(&self) -> bool {
        self.changed.get()
    }

    /// Whether it must not change.
    pub fn is_frozen(&self) -> bool {
        self.frozen.get()
    }

    /// Forbids changes.
    pub fn freeze(&self) {
        self.frozen.set(true);
    }

    /// A string that can change, with the same content.
    pub fn copy(&self) -> RString {
        let copy = RString::new(self.text());
        copy.binary.set(self.binary.get());
        copy
    }
}
