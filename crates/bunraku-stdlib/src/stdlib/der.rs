//! DER, the encoding of certificates and keys: elements with a tag, a length and a content.

/// Elements one behind the other.
#[derive(Clone)]
pub(crate) struct Der<'a>(&'a [u8]);

/// One element.
pub(crate) struct Element<'a> {
    /// What it is.
    pub(crate) tag: u8,
    /// What is in it.
    pub(crate) content: &'a [u8],
    /// All of it, tag and length included.
    pub(crate) whole: &'a [u8],
}

impl<'a> Der<'a> {
    pub(crate) const INTEGER: u8 = 0x02;
    pub(crate) const BIT_STRING: u8 = 0x03;
    pub(crate) const OCTET_STRING: u8 = 0x04;
    pub(crate) const OBJECT_IDENTIFIER: u8 = 0x06;
    pub(crate) const SEQUENCE: u8 = 0x30;

    pub(crate) fn new(bytes: &'a [u8]) -> Der<'a> {
        Der(bytes)
    }

    /// The next element.
    pub(crate) fn element(&mut self) -> Option<Element<'a>> {
        let (&tag, rest) = self.0.split_first()?;
        let (&first, rest) = rest.split_first()?;
        // A length from 128 on says first how many bytes it has.
        let (length, rest) = match first {
            0..=0x7f => (usize::from(first), rest),
            0x81..=0x84 => {
                let (bytes, rest) = rest.split_at_checked(usize::from(first - 0x80))?;
                (bytes.iter().fold(0, |length, byte| length << 8 | usize::from(*byte)), rest)
            }
            _ => return None,
        };
        let (content, rest) = rest.split_at_checked(length)?;
        let whole = self.0.get(..self.0.len() - rest.len())?;
        self.0 = rest;
        Some(Element { tag, content, whole })
    }

    /// The elements of the next element, which is a sequence.
    pub(crate) fn sequence(&mut self) -> Option<Der<'a>> {
        self.content(Der::SEQUENCE).map(Der)
    }

    /// The next element, which names something.
    pub(crate) fn object_identifier(&mut self) -> Option<&'a [u8]> {
        self.content(Der::OBJECT_IDENTIFIER)
    }

    fn content(&mut self, tag: u8) -> Option<&'a [u8]> {
        self.element().filter(|element| element.tag == tag).map(|element| element.content)
    }

    /// An element.
    pub(crate) fn write(tag: u8, content: &[u8]) -> Vec<u8> {
        // What is written here is short.
        let length = u8::try_from(content.len()).unwrap_or(u8::MAX);
        [&[tag, length], content].concat()
    }
}

impl<'a> Element<'a> {
    /// The bytes of a string of bits that are whole bytes.
    pub(crate) fn bits(&self) -> Option<&'a [u8]> {
        let (unused, bytes) = self.content.split_first()?;
        (self.tag == Der::BIT_STRING && *unused == 0).then_some(bytes)
    }
}
