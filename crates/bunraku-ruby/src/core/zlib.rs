//! `Zlib`: compression and checksums. Its classes are written in Ruby.

use std::io::{ErrorKind, Read};

use flate2::{
    Compression, Crc,
    bufread::{GzDecoder, GzEncoder, ZlibDecoder, ZlibEncoder},
};

use crate::{
    Args, Interp, R,
    class::{ANY, NativeClass, method},
    value::Val,
};

pub(super) static ZLIB: NativeClass = NativeClass::module(
    "Zlib",
    &[],
    &[
        method("deflate", 1, 2, |interp, _, args| {
            let (text, level) = (bytes(interp, args, 0)?, level(interp, args.at(1))?);
            streamed(interp, ZlibEncoder::new(&*text, level), "Zlib::Error")
        }),
        method("inflate", 1, 1, |interp, _, args| {
            let text = bytes(interp, args, 0)?;
            streamed(interp, ZlibDecoder::new(&*text), "Zlib::DataError")
        }),
        method("gzip", 1, ANY, |interp, _, args| {
            let text = bytes(interp, args, 0)?;
            let level = level(interp, args.option("level").as_ref())?;
            streamed(interp, GzEncoder::new(&*text, level), "Zlib::Error")
        }),
        method("gunzip", 1, 1, |interp, _, args| {
            let text = bytes(interp, args, 0)?;
            if text.len() < 10 {
                return Err(error(interp, "Zlib::GzipFile::Error", "unexpected end of string"));
            }
            if !text.starts_with(&[0x1f, 0x8b]) {
                return Err(error(interp, "Zlib::GzipFile::Error", "not in gzip format"));
            }
            streamed(interp, GzDecoder::new(&*text), "Zlib::GzipFile::Error")
        }),
        method("crc32", 0, 2, crc32),
        method("adler32", 0, 2, adler32),
    ],
);

/// How many bytes are counted as one step.
const BYTES_PER_STEP: usize = 16;

/// How much is read at once.
const PIECE: usize = 1 << 16;

/// Everything that a stream gives. The size is checked piece by piece, since a little input can become very much.
fn streamed(interp: &mut Interp<'_>, mut stream: impl Read, failure: &str) -> R {
    let mut result = Vec::new();
    let mut piece = vec![0; PIECE];
    loop {
        interp.step()?;
        match stream.read(&mut piece) {
            Ok(0) => return Ok(Val::bytes(&result)),
            Ok(count) => {
                result.extend(piece.iter().take(count));
                interp.check_size(result.len())?;
            }
            Err(problem) if problem.kind() == ErrorKind::UnexpectedEof => {
                return Err(error(interp, "Zlib::BufError", "buffer error"));
            }
            Err(_) if result.is_empty() => return Err(error(interp, failure, "incorrect header check")),
            Err(_) => return Err(error(interp, failure, "invalid stored block lengths")),
        }
    }
}

/// An exception of one of the classes of the library.
fn error(interp: &mut Interp<'_>, class: &str, message: &str) -> Box<crate::Unwind> {
    match interp.load_library("zlib") {
        Ok(_) => interp.error(class, message),
        Err(unwind) => unwind,
    }
}

fn bytes(interp: &mut Interp<'_>, args: &Args, at: usize) -> R<Vec<u8>> {
    let bytes = match args.get(at) {
        Val::Str(text) => text.to_bytes(),
        other => interp.arg_str(&other)?.into_bytes(),
    };
    interp.check_size(bytes.len())?;
    interp.charge((bytes.len() / BYTES_PER_STEP) as u64)?;
    Ok(bytes)
}

fn level(interp: &mut Interp<'_>, level: Option<&Val>) -> R<Compression> {
    let level = match level {
        Some(level) if !level.is_nil() => interp.arg_int(level)?,
        _ => -1,
    };
    match level {
        -1 => Ok(Compression::default()),
        0..=9 => Ok(Compression::new(level.unsigned_abs() as u32)),
        _ => Err(error(interp, "Zlib::StreamError", "stream error")),
    }
}

fn crc32(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    if args.is_empty() {
        return Ok(Val::Int(0));
    }
    let text = bytes(interp, args, 0)?;
    let start = match args.at(1) {
        Some(start) => interp.arg_int(start)? as u32,
        None => 0,
    };
    // A checksum goes on from another by the same table, which the library keeps to itself.
    let mut sum = !start;
    if start == 0 {
        let mut crc = Crc::new();
        crc.update(&text);
        return Ok(Val::Int(i64::from(crc.sum())));
    }
    for byte in text {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xEDB8_8320 } else { sum >> 1 };
        }
    }
    Ok(Val::Int(i64::from(!sum)))
}

fn adler32(interp: &mut Interp<'_>, _: &Val, args: &Args) -> R {
    const PRIME: i64 = 65_521;
    let start = match args.at(1) {
        Some(start) => interp.arg_int(start)?,
        None => 1,
    };
    let (mut low, mut high) = (start & 0xFFFF, (start >> 16) & 0xFFFF);
    if !args.is_empty() {
        for byte in bytes(interp, args, 0)? {
            low = (low + i64::from(byte)) % PRIME;
            high = (high + low) % PRIME;
        }
    }
    Ok(Val::Int((high << 16) | low))
}
