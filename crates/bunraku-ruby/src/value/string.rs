//! Mutable strings of UTF-8 or of bytes.

use std::cell::{Cell, Ref, RefCell};

use super::{
    own::{Own, OwnCell},
    watch::Changed,
};

/// A string.
///
/// The content is UTF-8. A string of bytes, such as the result of `Digest.digest` or `pack`, stores each byte as the
/// character with that code point, so that every method that works on characters works on its bytes.
pub struct RString {
    text: RefCell<String>,
    form: Cell<Form>,
    frozen: Cell<bool>,
    pub(super) changed: Changed,
    pub(super) own: OwnCell,
}

/// What the characters of a string stand for, and which encoding it says to have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Characters, in UTF-8.
    Utf8,
    /// Bytes, in the encoding `ASCII-8BIT`.
    Binary,
    /// Bytes that are meant to be UTF-8, but need not be.
    Invalid,
}

impl RString {
    /// Creates a UTF-8 string.
    pub fn new(text: String) -> RString {
        RString {
            text: RefCell::new(text),
            form: Cell::new(Form::Utf8),
            frozen: Cell::new(false),
            changed: Changed::default(),
            own: OwnCell::new(),
        }
    }

    /// Creates a binary string.
    pub fn from_bytes(bytes: &[u8]) -> RString {
        let string = RString::new(as_characters(bytes));
        string.form.set(Form::Binary);
        string
    }

    /// Creates a string of bytes that should be UTF-8. If they are not, it keeps the bytes.
    pub fn from_utf8(bytes: Vec<u8>) -> RString {
        match String::from_utf8(bytes) {
            Ok(text) => RString::new(text),
            Err(error) => {
                let string = RString::new(as_characters(error.as_bytes()));
                string.form.set(Form::Invalid);
                string
            }
        }
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

    /// Whether the characters stand for bytes.
    pub fn is_binary(&self) -> bool {
        self.form.get() != Form::Utf8
    }

    /// What the characters stand for.
    pub fn form(&self) -> Form {
        self.form.get()
    }

    /// Changes what the characters stand for. They stay as they are.
    pub fn set_form(&self, form: Form) {
        self.form.set(form);
    }

    /// Takes over the content of another string.
    pub fn become_copy_of(&self, other: &RString) {
        let new = other.text();
        self.update(|text| *text = new);
        self.form.set(other.form.get());
    }

    /// The characters that the string has in another form: those of a UTF-8 string become bytes.
    pub fn characters(&self, form: Form) -> String {
        match (self.form.get(), form) {
            (Form::Utf8, Form::Binary | Form::Invalid) => as_characters(self.text.borrow().as_bytes()),
            _ => self.text(),
        }
    }

    /// The bytes of the string, as Ruby would store them.
    pub fn to_bytes(&self) -> Vec<u8> {
        let text = self.text.borrow();
        if self.is_binary() {
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
        copy.form.set(self.form.get());
        copy
    }
}

/// Each byte as the character with that code point.
fn as_characters(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}
