//! Laws of the language, checked for random values from fixed seeds.

use bunraku::Program;
use bunraku_edition::{EDITIONS, Edition};
use bunraku_pcore::Value;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.number() % limit
    }

    /// An integer of any length in bits.
    fn integer(&mut self) -> i64 {
        match self.below(12) {
            0 => i64::MIN,
            1 => i64::MAX,
            2 => 0,
            _ => (self.number() as i64) >> self.below(64),
        }
    }

    /// A literal out of few possible ones, so that some are equal.
    fn scalar(&mut self) -> String {
        match self.below(6) {
            0 | 1 => self.below(5).to_string(),
            2 => format!("'{}'", (b'a' + self.below(4) as u8) as char),
            3 => ["true", "false", "undef", "default"][self.below(4) as usize].to_owned(),
            4 => format!("{}.5", self.below(3)),
            _ => ["''", "'é😀'", "'a b'", "-1", "1e300", "-0.0"][self.below(6) as usize].to_owned(),
        }
    }

    fn array(&mut self) -> String {
        let elements: Vec<String> = (0..self.below(6)).map(|_| self.literal(1)).collect();
        format!("[{}]", elements.join(", "))
    }

    fn hash(&mut self) -> String {
        let entry = |this: &mut Random| format!("{} => {}", this.scalar(), this.literal(1));
        let entries: Vec<String> = (0..self.below(5)).map(|_| entry(self)).collect();
        format!("{{{}}}", entries.join(", "))
    }

    /// A literal, nested up to a depth.
    fn literal(&mut self, depth: u32) -> String {
        match self.below(10) {
            0 | 1 if depth > 0 => {
                let elements: Vec<String> = (0..self.below(4)).map(|_| self.literal(depth - 1)).collect();
                format!("[{}]", elements.join(", "))
            }
            2 | 3 if depth > 0 => {
                let entries: Vec<String> = (0..self.below(4))
                    .map(|_| format!("{} => {}", self.scalar(), self.literal(depth - 1)))
                    .collect();
                format!("{{{}}}", entries.join(", "))
            }
            4 => {
                const OTHERS: [&str; 14] = [
                    "/a+/",
                    "Integer[1, 5]",
                    "Array[String]",
                    "Sensitive('x')",
                    "SemVer('1.2.3')",
                    "SemVerRange('>=1.0.0')",
                    "Timespan({ 'hours' => 3 })",
                    "Timestamp('2020-01-01T00:00:00Z')",
                    "Binary('aGk=')",
                    "URI('http://a/b')",
                    "File['/a']",
                    "Float('1')",
                    "Type[Integer]",
                    "Class['a']",
                ];
                OTHERS[self.below(OTHERS.len() as u64) as usize].to_owned()
            }
            _ => self.scalar(),
        }
    }
}

/// Asserts that the last expression of a program is true.
fn holds(edition: &'static Edition, variables: Vec<(String, Value)>, text: &str) {
    let mut program = Program::new(edition);
    program.variables = variables;
    // A hash with duplicate keys would only cause a warning.
    program.settings.strict = bunraku_check::Strict::Off;
    let outcome = program.evaluate("law.pp", text);
    let error = outcome.error().map(|error| error.message.clone());
    assert!(
        matches!(outcome.value, Some(Value::Bool(true))),
        "edition {}: {text}\n{:?} {error:?}",
        edition.name,
        outcome.value
    );
}

fn everywhere(seed: u64, count: u32, law: impl Fn(&mut Random) -> String) {
    for edition in EDITIONS {
        let mut random = Random(seed);
        for _ in 0..count {
            holds(edition, Vec::new(), &law(&mut random));
        }
    }
}

#[test]
fn what_is_added_to_an_array_can_be_deleted_again() {
    everywhere(1, 300, |random| {
        let (a, b) = (random.array(), random.array());
        format!(
            "$a = {a}\n$b = {b}\n$c = $a + $b\n$c.length == $a.length + $b.length and ($c - $b) == ($a - $b)"
        )
    });
}

#[test]
fn nothing_of_what_is_deleted_from_an_array_is_left() {
    everywhere(2, 300, |random| {
        let (a, b) = (random.array(), random.array());
        format!(
            "$a = {a}\n$b = {b}\n$c = $a - $b\n$c - $b == $c and $c.all |$x| {{ $a.any |$y| {{ $x == $y }} }} and $a - $a == []"
        )
    });
}

#[test]
fn what_is_added_to_a_hash_can_be_deleted_again() {
    everywhere(3, 300, |random| {
        let (a, b) = (random.hash(), random.hash());
        format!(
            "$a = {a}\n$b = {b}\n($a + $b) - $b == $a - $b and ($a - $b) + $b == ($a + $b) and $b - $b == {{}}"
        )
    });
}

#[test]
fn the_hash_on_the_right_wins() {
    everywhere(4, 300, |random| {
        let (a, b) = (random.hash(), random.hash());
        format!("$a = {a}\n$b = {b}\n$c = $a + $b\n$b.all |$k, $v| {{ $c[$k] == $v }}")
    });
}

#[test]
fn integers_survive_their_formats() {
    // Without a sign, negative numbers in radixes other than ten are written as infinite complements.
    let signed = ["%+#x", "%+#X", "%+#o", "%+#b", "%+#B", "%d", "%+d", "%s"];
    let unsigned = ["%#x", "%#X", "%#o", "%#b", "%#B"];
    let with_radix =
        [("%+#x", 16), ("%+#X", 16), ("%+o", 8), ("%+#o", 8), ("%+b", 2), ("%+#b", 2), ("%d", 10)];
    for edition in EDITIONS {
        let mut random = Random(5);
        for _ in 0..100 {
            let number = random.integer();
            let unsigned = if number < 0 { &[] } else { unsigned.as_slice() };
            let number = vec![("n".to_owned(), Value::Int(number))];
            for format in signed.iter().chain(unsigned) {
                let text = format!("Integer(String($n, '{format}')) == $n");
                holds(edition, number.clone(), &text);
            }
            for (format, radix) in with_radix {
                let text = format!("Integer(String($n, '{format}'), {radix}) == $n");
                holds(edition, number.clone(), &text);
            }
        }
    }
}

#[test]
fn a_value_is_an_instance_of_its_type() {
    everywhere(6, 500, |random| {
        let value = random.literal(3);
        format!("$x = {value}\n$x =~ type($x) and $x =~ type($x, 'detailed')")
    });
}
