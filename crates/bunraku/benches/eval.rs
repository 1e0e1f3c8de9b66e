//! Measures the evaluator, side by side with a real Puppet in the same run.
//!
//! `cargo bench -p bunraku --bench eval [-- WORD]`, which only runs workloads with the word in their name. If `RUBYLIB`
//! is the `lib` folder of a Puppet (or one is installed) and `ruby` is on the path, each program also runs there, at a
//! size that Ruby can handle; times are per step.

mod side_by_side;

use side_by_side::{Workload, one_a_round};

/// A hash with a string key for each number of a range.
macro_rules! hash_of {
    ($range:literal) => {
        concat!("Hash(Array(Integer[", $range, "]).map |$i| { [\"some-key-${i}\", \"value ${i}\"] })")
    };
}

const WORKLOADS: [Workload; 12] = [
    Workload {
        name: "calls: fib(n)",
        setup: "",
        code: "function fib($n) { if $n < 2 { $n } else { fib($n - 1) + fib($n - 2) } }\n$x = fib(SIZE)",
        sizes: (24, 16),
        steps: calls_of_fib,
    },
    Workload {
        name: "reduce over a range",
        setup: "",
        code: "$x = Integer[1, SIZE].reduce |$sum, $i| { $sum + $i }",
        sizes: (1_000_000, 20_000),
        steps: one_a_round,
    },
    Workload {
        name: "map",
        setup: "",
        code: "$x = Integer[1, SIZE].map |$i| { $i * 2 }",
        sizes: (1_000_000, 20_000),
        steps: one_a_round,
    },
    Workload {
        name: "interpolated strings",
        setup: "",
        code: "Integer[1, SIZE].each |$i| { $s = \"host-${i}.example.com\" }",
        sizes: (500_000, 20_000),
        steps: one_a_round,
    },
    Workload {
        name: "regexp matches",
        setup: "",
        code: "Integer[1, SIZE].each |$i| { if 'web042.example.com' =~ /^web(\\d+)\\.(\\w+)\\.com$/ { $x = $1 } }",
        sizes: (300_000, 20_000),
        steps: one_a_round,
    },
    Workload {
        name: "checks of a Struct",
        setup: "$v = { 'name' => 'a', 'port' => 80, 'tags' => ['x', 'y'] }",
        code: "Integer[1, SIZE].each |$i| { $t = $v =~ Struct[{ name => String, port => Integer[1, 65535], tags => Array[String] }] }",
        sizes: (300_000, 10_000),
        steps: one_a_round,
    },
    Workload {
        name: "building a hash by +",
        setup: "",
        code: "$x = Integer[1, SIZE].reduce({}) |$memo, $i| { $memo + { \"k${i}\" => $i } }",
        sizes: (100_000, 4_000),
        steps: one_a_round,
    },
    Workload {
        name: "building an array by <<",
        setup: "",
        code: "$x = Integer[1, SIZE].reduce([]) |$memo, $i| { $memo << $i }",
        sizes: (100_000, 4_000),
        steps: one_a_round,
    },
    Workload {
        name: "a large Hash in a Struct",
        setup: "$v = { 'hosts' => Hash(Array(Integer[1, 100000]).map |$i| { [\"host${i}\", { 'port' => 80, 'up' => true }] }) }",
        code: "Integer[1, SIZE].each |$i| { $t = $v =~ Struct[{ hosts => Hash[String, Struct[{ port => Integer, up => Boolean }]] }] }",
        sizes: (40, 10),
        steps: one_a_round,
    },
    Workload {
        name: "merge, no common keys",
        setup: concat!("$a = ", hash_of!("1, 100000"), "\n$b = ", hash_of!("100001, 200000")),
        code: "Integer[1, SIZE].each |$i| { $x = $a + $b }",
        sizes: (300, 100),
        steps: one_a_round,
    },
    Workload {
        name: "merge, half of them common",
        setup: concat!("$a = ", hash_of!("1, 100000"), "\n$b = ", hash_of!("50001, 150000")),
        code: "Integer[1, SIZE].each |$i| { $x = $a + $b }",
        sizes: (300, 100),
        steps: one_a_round,
    },
    Workload {
        name: "merge, all keys common",
        setup: concat!("$a = ", hash_of!("1, 100000"), "\n$b = ", hash_of!("1, 100000")),
        code: "Integer[1, SIZE].each |$i| { $x = $a + $b }",
        sizes: (300, 100),
        steps: one_a_round,
    },
];

fn main() {
    side_by_side::run(&WORKLOADS);
}

/// The number of calls that `fib(n)` makes.
fn calls_of_fib(n: u64) -> u64 {
    let (mut a, mut b) = (1, 1);
    for _ in 1..n {
        (a, b) = (b, a + b + 1);
    }
    b
}
