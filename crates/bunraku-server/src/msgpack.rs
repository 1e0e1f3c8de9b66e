//! MessagePack, which agents may prefer to JSON: the subset that JSON can represent.

use bunraku::pcore::Value;

/// How deeply collections may be nested.
const DEEPEST: usize = 100;

/// Writes a value. Fails if MessagePack cannot represent it, such as an integer that does not fit in 64 bits.
pub fn write(value: &Value) -> Result<Vec<u8>, String> {
    let mut out = Vec::new();
    append(value, &mut out)?;
    Ok(out)
}

fn append(value: &Value, out: &mut Vec<u8>) -> Result<(), String> {
    match value {
        Value::Undef => out.push(0xc0),
        Value::Bool(value) => out.push(if *value { 0xc3 } else { 0xc2 }),
        Value::Int(number) => integer(*number, out),
        Value::Big(number) => {
            let number = u64::try_from(&**number);
            unsigned(number.map_err(|_| "an integer does not fit in the 64 bits of MessagePack")?, out);
        }
        Value::Float(number) => {
            out.push(0xcb);
            out.extend(number.to_be_bytes());
        }
        Value::Str(text) => string(text, out),
        Value::Array(values) => {
            length(values.len(), 0x90, 15, [None, Some(0xdc), Some(0xdd)], out);
            values.iter().try_for_each(|value| append(value, out))?;
        }
        Value::Hash(hash) => {
            length(hash.len(), 0x80, 15, [None, Some(0xde), Some(0xdf)], out);
            for (key, value) in hash.iter() {
                append(key, out)?;
                append(value, out)?;
            }
        }
        _ => return Err("MessagePack has no values of this type".to_owned()),
    }
    Ok(())
}

fn integer(number: i64, out: &mut Vec<u8>) {
    if let Ok(small) = i8::try_from(number)
        && small >= -32
    {
        out.extend(small.to_be_bytes());
    } else if let Ok(number) = u64::try_from(number) {
        unsigned(number, out);
    } else {
        out.push(0xd3);
        out.extend(number.to_be_bytes());
    }
}

fn unsigned(number: u64, out: &mut Vec<u8>) {
    out.push(0xcf);
    out.extend(number.to_be_bytes());
}

fn string(text: &str, out: &mut Vec<u8>) {
    length(text.len(), 0xa0, 31, [Some(0xd9), Some(0xda), Some(0xdb)], out);
    out.extend(text.as_bytes());
}

/// Writes a length in the shortest form: combined with the mark, or after a mark in one, two or four bytes.
fn length(length: usize, mark: u8, short: u8, marks: [Option<u8>; 3], out: &mut Vec<u8>) {
    if let Some(length) = u8::try_from(length).ok().filter(|length| *length <= short) {
        out.push(mark | length);
    } else if let (Ok(length), [Some(mark), ..]) = (u8::try_from(length), marks) {
        out.extend([mark, length]);
    } else if let (Ok(length), [_, Some(mark), _]) = (u16::try_from(length), marks) {
        out.push(mark);
        out.extend(length.to_be_bytes());
    } else if let [.., Some(mark)] = marks {
        out.push(mark);
        out.extend(u32::try_from(length).unwrap_or(u32::MAX).to_be_bytes());
    }
}

/// Reads a value. Fails if the bytes are invalid or followed by others.
pub fn read(bytes: &[u8]) -> Result<Value, String> {
    let mut reader = Reader { rest: bytes };
    let value = reader.value(0)?;
    match reader.rest {
        [] => Ok(value),
        rest => Err(format!("expected the end, got {} more bytes", rest.len())),
    }
}

struct Reader<'b> {
    rest: &'b [u8],
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Value, String> {
        if depth > DEEPEST {
            return Err(format!("collections may be nested at most {DEEPEST} levels deep"));
        }
        let mark = u8::from_be_bytes(self.take()?);
        match mark {
            0x00..=0x7f => Ok(Value::Int(mark.into())),
            0x80..=0x8f => self.hash((mark & 0x0f).into(), depth),
            0x90..=0x9f => self.array((mark & 0x0f).into(), depth),
            0xa0..=0xbf => self.string((mark & 0x1f).into()),
            0xc0 => Ok(Value::Undef),
            0xc2 => Ok(Value::Bool(false)),
            0xc3 => Ok(Value::Bool(true)),
            0xc4 | 0xd9 => self.take().map(u8::from_be_bytes).and_then(|length| self.string(length.into())),
            0xc5 | 0xda => self.take().map(u16::from_be_bytes).and_then(|length| self.string(length.into())),
            0xc6 | 0xdb => self.take().map(u32::from_be_bytes).and_then(|length| self.string(long(length))),
            0xca => self.take().map(|bytes| Value::Float(f32::from_be_bytes(bytes).into())),
            0xcb => self.take().map(|bytes| Value::Float(f64::from_be_bytes(bytes))),
            0xcc => self.take().map(|bytes| Value::Int(u8::from_be_bytes(bytes).into())),
            0xcd => self.take().map(|bytes| Value::Int(u16::from_be_bytes(bytes).into())),
            0xce => self.take().map(|bytes| Value::Int(u32::from_be_bytes(bytes).into())),
            0xcf => self.take().map(|bytes| Value::integer(u64::from_be_bytes(bytes).into())),
            0xd0 => self.take().map(|bytes| Value::Int(i8::from_be_bytes(bytes).into())),
            0xd1 => self.take().map(|bytes| Value::Int(i16::from_be_bytes(bytes).into())),
            0xd2 => self.take().map(|bytes| Value::Int(i32::from_be_bytes(bytes).into())),
            0xd3 => self.take().map(|bytes| Value::Int(i64::from_be_bytes(bytes))),
            0xdc => self.take().map(u16::from_be_bytes).and_then(|length| self.array(length.into(), depth)),
            0xdd => self.take().map(u32::from_be_bytes).and_then(|length| self.array(long(length), depth)),
            0xde => self.take().map(u16::from_be_bytes).and_then(|length| self.hash(length.into(), depth)),
            0xdf => self.take().map(u32::from_be_bytes).and_then(|length| self.hash(long(length), depth)),
            0xe0..=0xff => Ok(Value::Int(i8::from_be_bytes([mark]).into())),
            other => Err(format!("expected a JSON value, got type {other:#04x}")),
        }
    }

    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (bytes, rest) = self.rest.split_first_chunk::<N>().ok_or("expected more bytes, got the end")?;
        self.rest = rest;
        Ok(*bytes)
    }

    fn string(&mut self, length: usize) -> Result<Value, String> {
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or("expected more bytes, got the end")?;
        self.rest = rest;
        Ok(Value::str(String::from_utf8_lossy(bytes).into_owned()))
    }

    // No memory is reserved for the announced length, only for actual elements.
    fn array(&mut self, length: usize, depth: usize) -> Result<Value, String> {
        let mut values = Vec::new();
        for _ in 0..length {
            values.push(self.value(depth + 1)?);
        }
        Ok(Value::array(values))
    }

    fn hash(&mut self, length: usize, depth: usize) -> Result<Value, String> {
        let mut entries = Vec::new();
        for _ in 0..length {
            entries.push((self.value(depth + 1)?, self.value(depth + 1)?));
        }
        Ok(Value::hash(entries))
    }
}

fn long(length: u32) -> usize {
    usize::try_from(length).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use bunraku::formats::json;

    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let long = format!("[\"{}\", \"{}\"]", "x".repeat(300), "y".repeat(70_000));
        let many = format!("[{}1]", "1,".repeat(70_000));
        for text in [
            "null",
            "true",
            "[1,-1,-32,-33,127,128,255,65536,-9000000000,9000000000,18446744073709551615]",
            "1.5",
            "\"\"",
            "{\"a\":{\"b\":[null,false,\"c\"]}}",
            &long,
            &many,
        ] {
            let value = json::read_value(text).unwrap();
            assert_eq!(read(&write(&value).unwrap()).unwrap(), value, "{}", &text[..text.len().min(60)]);
        }
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        for text in ["[18446744073709551616]", "{\"a\":-9223372036854775809}"] {
            assert!(write(&json::read_value(text).unwrap()).unwrap_err().contains("64 bits"));
        }
    }

    #[test]
    fn broken_bytes_are_refused() {
        for bytes in [&b""[..], b"\xdd\xff\xff\xff\xff", b"\xa5abc", b"\xc1", b"\xc0\xc0", b"\xcf\x01"] {
            assert!(read(bytes).is_err(), "{bytes:?}");
        }
        assert!(read(&[0x91; 200]).unwrap_err().contains("nested"));
    }
}
