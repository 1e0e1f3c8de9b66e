//! Random values of a type: what a caller of a class might pass.

use bunraku_corpus::random::Random;
use bunraku_edition::PUPPET8;
use bunraku_pcore::{Type, Value, instance::instance};

/// How deeply collections are nested.
const DEPTH: usize = 4;

/// Strings that modules expect: names, paths, addresses, sizes, versions, modes.
const STRINGS: &[&str] = &[
    "present",
    "absent",
    "running",
    "web",
    "/srv/data",
    "/etc/app/app.conf",
    "10.0.0.1",
    "10.0.0.0/24",
    "2001:db8::1",
    "www.example.com",
    "http://www.example.com/a",
    "https://www.example.com/a.tar.gz",
    "8080",
    "0644",
    "644",
    "1.2.3",
    "1.2",
    "latest",
    "64M",
    "1G",
    "5m",
    "30s",
    "info",
    "tcp",
    "user@example.com",
    "root",
    "puppet:///modules/app/file",
    "C:/app",
    "C:\\app",
    "a b",
    "A",
    "%{host}",
    "d41d8cd98f00b204e9800998ecf8427e",
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "00:11:22:33:44:55",
    "eth0",
    "UTC",
    "en_US.UTF-8",
    "*",
    "true",
    "on",
    "yes",
    "-1",
    "10.0.0.1:80",
    "2024-01-31",
    "12:30",
    "Mon",
    "ssh-rsa",
    "YWJj",
    "sha256",
    "",
];

const NUMBERS: &[i64] = &[1, 0, 2, 10, 80, 443, 8080, 1024, 60, 3600, -1, 100, 65535, 1_000_000];

/// A value of a type; `None` if none was found.
pub fn of(ty: &Type, random: &mut Random) -> Option<Value> {
    made(ty, random, DEPTH).filter(|value| instance(&PUPPET8.types, ty, value))
}

fn made(ty: &Type, random: &mut Random, depth: usize) -> Option<Value> {
    let depth = depth.checked_sub(1)?;
    match ty.resolved() {
        Type::Optional(Some(inner)) | Type::NotUndef(Some(inner)) => made(inner, random, depth),
        Type::Variant(variant) => {
            let start = random.below(variant.types.len().max(1));
            let mut all = variant.types.iter().cycle().skip(start).take(variant.types.len());
            all.find_map(|ty| of(ty, random).filter(|value| !matches!(value, Value::Undef)))
        }
        Type::Boolean(only) => Some(Value::Bool(only.unwrap_or_else(|| random.chance(50)))),
        Type::Sensitive(inner) => made(inner, random, depth),
        Type::Array(array) => {
            let size = array.size.unwrap_or(bunraku_pcore::types::Size::ANY);
            let count = size.min.max(u64::from(size.max != Some(0))).min(3) + random.below(2) as u64;
            let count = count.min(size.max.unwrap_or(u64::MAX)).max(size.min);
            let items: Option<Vec<Value>> = (0..count).map(|_| made(&array.element, random, depth)).collect();
            Some(Value::array(items?))
        }
        Type::Hash(hash) => {
            let count = hash.size.map_or(0, |size| size.min).max(1);
            let entry = |random: &mut Random| {
                Some((made(&hash.key, random, depth)?, made(&hash.value, random, depth)?))
            };
            let entries: Option<Vec<_>> = (0..count.min(5)).map(|_| entry(random)).collect();
            Some(Value::Hash(entries?.into_iter().collect()))
        }
        Type::Tuple(tuple) => {
            let items: Option<Vec<Value>> = tuple.types.iter().map(|ty| made(ty, random, depth)).collect();
            Some(Value::array(items?))
        }
        Type::Struct(parts) => {
            let mut entries = Vec::new();
            for part in &parts.elements {
                if !part.optional || random.chance(40) {
                    let value = made(&part.value, random, depth);
                    match value {
                        Some(value) => entries.push((Value::str(part.name.as_str()), value)),
                        None if part.optional => {}
                        None => return None,
                    }
                }
            }
            Some(Value::Hash(entries.into_iter().collect()))
        }
        Type::Enum(choice) if !choice.values.is_empty() => {
            let text = &choice.values[random.below(choice.values.len())];
            Some(Value::str(text.as_str()))
        }
        other => simple(other, random),
    }
}

/// The first of the plain values that matches, from a random start.
fn simple(ty: &Type, random: &mut Random) -> Option<Value> {
    let strings = STRINGS.iter().map(|text| Value::str(*text));
    let numbers = NUMBERS.iter().map(|number| Value::Int(*number));
    let others = [Value::Bool(true), Value::Float(0.5), Value::Undef];
    let all: Vec<Value> = strings.chain(numbers).chain(others).collect();
    // Small values come first, since most modules are written for them.
    let start = if random.chance(50) { 0 } else { random.below(STRINGS.len()) };
    all.iter().cycle().skip(start).take(all.len()).find(|value| instance(&PUPPET8.types, ty, value)).cloned()
}
