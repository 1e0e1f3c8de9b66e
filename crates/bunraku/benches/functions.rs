//! Measures functions on 100,000 elements, side by side with a real Puppet in the same run.
//!
//! `cargo bench -p bunraku --bench functions [-- WORD]`, which only runs functions with the word in their name. If
//! `RUBYLIB` is the `lib` folder of a Puppet (or one is installed) and `ruby` is on the path, each program also runs
//! there; for `deep_merge`, `MODULEPATH` must name a folder with the module stdlib. Times are per call.

mod side_by_side;

use side_by_side::{Workload, one_a_round};

const WORKLOADS: [Workload; 10] = [
    over_numbers("map", "Integer[1, SIZE].each |$i| { $x = $a.map |$v| { $v * 2 } }"),
    over_numbers("filter", "Integer[1, SIZE].each |$i| { $x = $a.filter |$v| { $v % 2 == 0 } }"),
    over_numbers("reduce", "Integer[1, SIZE].each |$i| { $x = $a.reduce |$sum, $v| { $sum + $v } }"),
    Workload {
        name: "sort with a lambda",
        setup: SHUFFLED,
        code: "Integer[1, SIZE].each |$i| { $x = $a.sort |$a, $b| { compare($a, $b) } }",
        sizes: (3, 1),
        steps: one_a_round,
    },
    over_strings("sort", "Integer[1, SIZE].each |$i| { $x = sort($a) }"),
    over_strings("unique", "Integer[1, SIZE].each |$i| { $x = unique($a) }"),
    Workload {
        name: "unique, half of them twice",
        setup: "$a = Array(Integer[1, 100000]).map |$i| { \"some-name-${$i * 7919 % 50000}\" }",
        code: "Integer[1, SIZE].each |$i| { $x = unique($a) }",
        sizes: (100, 20),
        steps: one_a_round,
    },
    Workload {
        name: "flatten",
        setup: "$a = Array(Integer[1, 25000]).map |$i| { [\"a${i}\", [\"b${i}\", \"c${i}\"], \"d${i}\"] }",
        code: "Integer[1, SIZE].each |$i| { $x = flatten($a) }",
        sizes: (100, 20),
        steps: one_a_round,
    },
    over_strings("join", "Integer[1, SIZE].each |$i| { $x = join($a, ', ') }"),
    Workload {
        name: "deep_merge",
        setup: "$a = Hash(Array(Integer[1, 50000]).map |$i| { [\"key-${i}\", { 'one' => 1, 'two' => 2 }] })\n\
                $b = Hash(Array(Integer[1, 50000]).map |$i| { [\"key-${i}\", { 'two' => 3, 'three' => 4 }] })",
        code: "Integer[1, SIZE].each |$i| { $x = deep_merge($a, $b) }",
        sizes: (20, 10),
        steps: one_a_round,
    },
];

/// Strings in an order that looks random.
const SHUFFLED: &str = "$a = Array(Integer[1, 100000]).map |$i| { \"some-name-${$i * 7919 % 100003}\" }";

fn main() {
    side_by_side::run(&WORKLOADS);
}

const fn over_numbers(name: &'static str, code: &'static str) -> Workload {
    Workload { name, setup: "$a = Array(Integer[1, 100000])", code, sizes: (20, 1), steps: one_a_round }
}

const fn over_strings(name: &'static str, code: &'static str) -> Workload {
    Workload { name, setup: SHUFFLED, code, sizes: (50, 20), steps: one_a_round }
}
