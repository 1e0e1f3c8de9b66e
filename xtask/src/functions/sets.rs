//! Arguments for calls: those of the conformance cases and of the manuals, and random variations of them.

use std::collections::{BTreeMap, BTreeSet};

use bunraku_corpus::{cases, random::Random};
use bunraku_edition::PUPPET8;
use bunraku_syntax::{
    NodeKind, SourceKind, Syntax,
    ast::{self, View},
    parse,
};

use super::skipped;

/// The arguments and the lambda of a call, as source code.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set {
    arguments: Vec<String>,
    lambda: Option<String>,
}

impl Set {
    /// A call of a function with these arguments.
    pub fn call(&self, function: &str) -> String {
        let lambda = self.lambda.as_ref().map_or(String::new(), |lambda| format!(" {lambda}"));
        format!("{function}({}){lambda}", self.arguments.join(", "))
    }
}

/// The arguments found in the conformance cases and the manuals, by function.
pub struct Known {
    sets: BTreeMap<String, BTreeSet<Set>>,
}

impl Known {
    /// Reads all cases.
    pub fn collect() -> Result<Known, String> {
        let programs = cases::programs(&cases::folder()).map_err(|error| format!("the cases: {error}"))?;
        let mut known = Known { sets: BTreeMap::new() };
        programs.iter().for_each(|program| known.add(&program.text));
        let library = bunraku::library();
        for builtin in library.iter().chain(library.of_modules().map(|(_, builtin)| builtin)) {
            builtin.doc.split("```cases\n").skip(1).for_each(|rest| {
                let text = rest.split("```").next().unwrap_or("");
                let program: Vec<&str> = text.lines().filter(|line| !line.starts_with(['>', '#'])).collect();
                known.add(&program.join("\n"));
            });
        }
        Ok(known)
    }

    /// Arguments for a function, determined by the seed: half of the known ones, variations of them, and some values
    /// unrelated to the function.
    pub fn choose(&self, function: &str, count: usize, seed: u64) -> Vec<Set> {
        // The seed depends on the function's name, so that adding cases for one function does not affect the others.
        let seed =
            function.bytes().fold(seed, |seed, byte| seed.wrapping_mul(31).wrapping_add(u64::from(byte)));
        let mut random = Random::new(seed);
        let known = self.of(function);
        let mut chosen = BTreeSet::new();
        let steady = |set: &Set| {
            let unsteady = skipped::is_unsteady(function, &set.arguments.join(", "));
            !unsteady && !skipped::is_accident(function, &set.arguments)
        };
        let mut left = known.clone();
        while chosen.len() < count / 2 && !left.is_empty() {
            let set = left.swap_remove(random.below(left.len()));
            chosen.extend(Some(set).filter(steady));
        }
        for _ in 0..count * 20 {
            if chosen.len() >= count {
                break;
            }
            let set = if known.is_empty() || random.chance(15) {
                any(&mut random)
            } else {
                let from = &known[random.below(known.len())];
                changed(from.clone(), &known, &mut random)
            };
            chosen.extend(Some(set).filter(steady));
        }
        chosen.into_iter().collect()
    }

    /// The known arguments of a function. One with the prefix `stdlib::` often has another name too.
    fn of(&self, function: &str) -> Vec<Set> {
        let short = function.strip_prefix("stdlib::").unwrap_or(function);
        let names: BTreeSet<String> =
            [function.to_owned(), short.to_owned(), format!("stdlib::{short}")].into();
        let sets = names.iter().filter_map(|name| self.sets.get(name)).flatten();
        sets.cloned().collect::<BTreeSet<Set>>().into_iter().collect()
    }

    fn add(&mut self, program: &str) {
        let tree = parse(program, SourceKind::Manifest, &PUPPET8.syntax);
        for node in tree.root(program).descendants() {
            if let Some((function, set)) = set(node) {
                self.sets.entry(function).or_default().insert(set);
            }
        }
    }
}

/// The function and the arguments of a call that does not depend on its context.
fn set(node: Syntax<'_>) -> Option<(String, Set)> {
    let mut children: Vec<Syntax<'_>> = node.children().collect();
    let (name, receiver) = match node.kind() {
        NodeKind::Call | NodeKind::StatementCall => (children.remove(0), None),
        NodeKind::MethodCall => {
            let receiver = children.remove(0);
            (children.remove(0), Some(receiver))
        }
        _ => return None,
    };
    if name.kind() != NodeKind::Name || !is_closed(node) {
        return None;
    }
    let lambda = children.iter().find(|child| child.kind() == NodeKind::Lambda).map(|lambda| lambda.text());
    let arguments = children.iter().filter(|child| child.kind() != NodeKind::Lambda).flat_map(|child| {
        if child.kind() == NodeKind::Arguments { child.children().collect() } else { vec![*child] }
    });
    let arguments = receiver.into_iter().chain(arguments).map(|argument| argument.text().to_owned());
    let set = Set { arguments: arguments.collect(), lambda: lambda.map(str::to_owned) };
    Some((name.text().to_owned(), set))
}

/// Whether code uses only its own variables and neither defines nor declares anything.
fn is_closed(node: Syntax<'_>) -> bool {
    let parameters: BTreeSet<&str> =
        node.descendants().filter_map(ast::Parameter::cast).map(ast::Parameter::name).collect();
    node.descendants().all(|node| match node.kind() {
        NodeKind::Variable => {
            ast::Variable::cast(node).is_some_and(|variable| parameters.contains(variable.name()))
        }
        NodeKind::Heredoc
        | NodeKind::Assignment
        | NodeKind::Resource
        | NodeKind::Missing
        | NodeKind::Error => false,
        _ => true,
    })
}

/// Arguments unrelated to the function.
fn any(random: &mut Random) -> Set {
    let count = random.pick(&[0, 1, 1, 1, 1, 2, 2, 2, 3, 3, 4]);
    let lambda = random.chance(20).then(|| random.pick(LAMBDAS).to_owned());
    Set { arguments: (0..count).map(|_| random.pick(VALUES).to_owned()).collect(), lambda }
}

/// A variation of a set.
fn changed(mut set: Set, known: &[Set], random: &mut Random) -> Set {
    let places = set.arguments.len();
    let at = random.below(places);
    match random.below(10) {
        // Replaces an argument by a value of any kind.
        0..=3 if places > 0 => set.arguments[at] = random.pick(VALUES).to_owned(),
        // Takes the argument of another call at the same position.
        4..=6 if places > 0 => {
            let other = &known[random.below(known.len())];
            if let Some(argument) = other.arguments.get(at) {
                set.arguments[at].clone_from(argument);
            }
        }
        7 if places > 0 => {
            set.arguments.pop();
        }
        8 => set.arguments.push(random.pick(VALUES).to_owned()),
        _ => {
            set.lambda = match &set.lambda {
                Some(_) if random.chance(25) => None,
                Some(_) => Some(random.pick(LAMBDAS).to_owned()),
                None => Some(random.pick(LAMBDAS).to_owned()).filter(|_| random.chance(30)),
            }
        }
    }
    if random.chance(30) { changed(set, known, random) } else { set }
}

/// Values of every kind, including edge cases.
const VALUES: &[&str] = &[
    "undef",
    "default",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "2",
    "10",
    "9223372036854775807",
    "-9223372036854775808",
    "0.0",
    "1.5",
    "-2.75",
    "1.0e300",
    "''",
    "'a'",
    "'abc'",
    "'Ab Cd'",
    "' '",
    "'1'",
    "'-7'",
    "'1.5'",
    "'0x1F'",
    "'1e3'",
    "'true'",
    "'yes'",
    "'é'",
    "'ÄÖÜ ß 😀'",
    "\"a\\nb\\n\"",
    "\"\\ttab \"",
    "'a,b,,c'",
    "'a_b::c'",
    "'/etc/motd'",
    "'10.0.0.1'",
    "'10.0.0.0/8'",
    "'::1'",
    "'1.2.3'",
    "'%s %d'",
    "'a.b.0'",
    "'[a'",
    "'Integer'",
    "[]",
    "[1]",
    "[1, 2, 3]",
    "[3, 1, 2]",
    "['a', 'b', 'c']",
    "['b', 'a', 'B']",
    "['a', 'a', 'b']",
    "[undef]",
    "[1, 'a', true]",
    "[[1, 2], [3, [4]]]",
    "[['a', 1], ['b', 2]]",
    "[1.5, 1, '1']",
    "[{ 'a' => 1 }, { 'b' => 2 }]",
    "['']",
    "{}",
    "{ 'a' => 1 }",
    "{ 'a' => 'x', 'b' => undef }",
    "{ 'b' => 2, 'a' => 1 }",
    "{ 'a' => { 'b' => [1, 2] } }",
    "{ 1 => 'x', 2 => 'y' }",
    "{ [1] => { } }",
    "{ '' => '' }",
    "Integer",
    "Integer[1, 3]",
    "String[1]",
    "Array[Integer]",
    "Optional[String]",
    "Variant[Integer, String]",
    "Struct[{ 'a' => Integer }]",
    "Enum['a', 'b']",
    "Pattern[/a/]",
    "Type[Integer]",
    "Any",
    "Undef",
    "Notify['n']",
    "Class['a']",
    "Resource['notify', 'n']",
    "File",
    "/a(b)?/",
    "/^[a-c]+$/i",
    "Sensitive('x')",
    "Sensitive([1])",
    "Binary('YWJj')",
    "SemVer('1.2.3')",
    "SemVerRange('>=1.0.0 <2.0.0')",
    "Timespan('1-02:03:04')",
    "Timestamp('2020-02-29T12:34:56.789')",
    "[1, 2, 3].reverse_each",
    "Integer[1, 4].step(2)",
    "URI('http://example.com/a?b#c')",
];

/// Lambdas of every shape.
const LAMBDAS: &[&str] = &[
    "|| { 1 }",
    "|$x| { $x }",
    "|$x| { [$x] }",
    "|$x| { undef }",
    "|$x| { true }",
    "|$x| { $x == 'a' or $x == 1 }",
    "|$x| { \"<${x}>\" }",
    "|$x, $y| { [$x, $y] }",
    "|$x, $y| { $y }",
    "|$x, $y = 7| { [$x, $y] }",
    "|$x, $y, $z| { $z }",
    "|*$r| { $r }",
    "|$x, *$r| { $r }",
    "|Integer $x| { $x + 1 }",
    "|String $x| { $x }",
    "|Integer $x, Any $y| { $x }",
];
