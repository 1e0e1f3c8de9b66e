//! Measures the nanoseconds per match of typical patterns of manifests: `cargo run --release --example bench`.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "examples are programs of their own")]

use bunraku_regexp::Regexp;
use std::hint::black_box;
use std::time::Instant;

const PATTERNS: [(&str, &str); 12] = [
    (r"^web(\d+)\.example\.com$", "web042.example.com"),
    (r"^(Debian|Ubuntu|RedHat|CentOS|Fedora)$", "CentOS"),
    (r"^(\w+)@(\w+)\.(\w+)$", "somebody@example.com"),
    (r"\A(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})\z", "192.168.100.200"),
    (r"(?i:prod|stag)", "node7.eu-west.production"),
    (r"^/etc/(?:[^/]+/)*([^/]+)\.conf$", "/etc/nginx/conf.d/site.conf"),
    (r"^(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}$", "00:1a:2B:3c:4d:5e"),
    (r"(\d+)-(\d+)-(\d+)", "built on 2024-01-31 at noon"),
    (r"\bport\s*=\s*(?<port>\d+)", "listen = on; port = 8080"),
    (r"foo(?=bar)", "a line with foo and foobar"),
    (r"^(.)(.).*\2\1$", "abcdefghijklmnopqrstuvwxyzba"),
    (r"nomatch", "a line of thirty bytes or so.."),
];

fn main() {
    println!("{:>9} {:>9} {:>10}  pattern", "is_match", "find", "compile");
    for (pattern, text) in PATTERNS {
        let Ok(regexp) = Regexp::new(pattern) else { continue };
        let is_match = time(200_000, || {
            black_box(regexp.is_match(black_box(text)).is_ok());
        });
        let find = time(200_000, || {
            black_box(regexp.find_at(black_box(text), 0).is_ok());
        });
        let compile = time(2_000, || {
            black_box(Regexp::new(black_box(pattern)).is_ok());
        });
        println!("{is_match:>6.1} ns {find:>6.1} ns {compile:>7.0} ns  {pattern}");
    }
    // A pattern that takes exponential time when tried naively: the linear matcher must take over.
    let text = format!("{}b", "a".repeat(40));
    for pattern in [r"^(a+)+$", r"^(a|a)*$"] {
        if let Ok(regexp) = Regexp::new(pattern) {
            let find = time(1000, || {
                black_box(regexp.is_match(black_box(&text)).is_ok());
            });
            println!("{find:>6.0} ns {:>21}  {pattern} on 40 a and a b", "");
        }
    }
    if let Ok(regexp) = Regexp::new(r"^(a+)+(x)?\2$") {
        let start = Instant::now();
        println!("{:?} after {:?}: (a+)+ with a backreference", regexp.is_match(&text), start.elapsed());
    }
}

/// The time per call in the best of five rounds.
fn time(calls: u32, mut run: impl FnMut()) -> f64 {
    let round = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        (0..calls).for_each(|_| run());
        start.elapsed().as_nanos() as f64 / f64::from(calls)
    };
    (0..5).map(|_| round(&mut run)).fold(f64::INFINITY, f64::min)
}
