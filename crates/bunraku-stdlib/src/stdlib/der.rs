//! A reader for DER, the encoding of certificates and keys: elements that consist of a tag, a length and a content.

/// A sequence of elements that are still to be read.
#[derive(Clone)]
pub(crate) struct Der<'a>(&'a [u8]);

pub(crate) struct Element<'a> {
    /// The type of the element, such as [`Der::INTEGER`].
    pub(crate) tag: u8,
    pub(crate) content: &'a [u8],
    /// The encoded element, with its tag and length.
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

    /// Reads the next element.
    pub(crate) fn element(&mut self) -> Option<Element<'a>> {
        let (&tag, rest) = self.0.split_first()?;
        let (&first, rest) = rest.split_first()?;
        // A length of 128 or more is preceded by a byte with the number of its bytes, plus 128.
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

    /// Enters the next element, which must be a sequence.
    pub(crate) fn sequence(&mut self) -> Option<Der<'a>> {
        self.content(Der::SEQUENCE).map(Der)
    }

    /// Reads the next element, which must be an object identifier.
    pub(crate) fn object_identifier(&mut self) -> Option<&'a [u8]> {
        self.content(Der::OBJECT_IDENTIFIER)
    }

    fn content(&mut self, tag: u8) -> Option<&'a [u8]> {
        self.element().filter(|element| element.tag == tag).map(|element| element.content)
    }

    /// Encodes an element.
    pub(crate) fn write(tag: u8, content: &[u8]) -> Vec<u8> {
        // A single byte is enough for the length, because only digests are written.
        let length = u8::try_from(content.len()).unwrap_or(u8::MAX);
        [&[tag, length], content].concat()
    }
}

impl<'a> Element<'a> {
    /// The content of a bit string without unused bits.
    pub(crate) fn bits(&self) -> Option<&'a [u8]> {
        let (unused, bytes) = self.content.split_first()?;
        (self.tag == Der::BIT_STRING && *unused == 0).then_some(bytes)
    }
}
