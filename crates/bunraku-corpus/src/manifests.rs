//! Generated manifests for benchmarks, with the constructs of real modules in about their proportions.

use std::fmt::Write;

use crate::random::Random;

const WORDS: [&str; 40] = [
    "apache",
    "backup",
    "cache",
    "cluster",
    "config",
    "content",
    "database",
    "directory",
    "enable",
    "ensure",
    "export",
    "filter",
    "firewall",
    "group",
    "handler",
    "host",
    "image",
    "interval",
    "listen",
    "log",
    "manage",
    "memory",
    "mode",
    "monitor",
    "mount",
    "network",
    "options",
    "owner",
    "package",
    "password",
    "path",
    "port",
    "proxy",
    "queue",
    "repository",
    "server",
    "service",
    "storage",
    "timeout",
    "user",
];
const TYPES: [&str; 12] = [
    "String",
    "Boolean",
    "Integer",
    "Optional[String]",
    "Stdlib::Absolutepath",
    "Array[String]",
    "Hash[String, Any]",
    "Enum['present', 'absent']",
    "Integer[1, 65535]",
    "Variant[String, Array[String[1]]]",
    "Optional[Hash[String, Variant[Integer, Array[Integer]]]]",
    "Pattern[/\\A[a-z]+\\Z/]",
];
const RESOURCES: [&str; 8] =
    ["file", "package", "service", "exec", "user", "cron", "apache::vhost", "concat::fragment"];

/// Generates files of about 4 KB, named like those of a module, of at least `bytes` bytes in total. The same seed gives
/// the same files.
pub fn generate(seed: u64, bytes: usize) -> Vec<(String, String)> {
    let mut files = Vec::new();
    let mut total = 0;
    while total < bytes {
        let mut writer =
            Writer { random: Random::new(seed ^ (files.len() as u64) << 20), out: String::new(), depth: 0 };
        writer.file();
        total += writer.out.len();
        files.push((format!("class{:05}.pp", files.len()), writer.out));
    }
    files
}

struct Writer {
    random: Random,
    out: String,
    depth: usize,
}

impl Writer {
    fn file(&mut self) {
        let (module, name) = (self.word(), self.word());
        let _ = writeln!(
            self.out,
            "# @summary Manages the {name} of {module}.\n#\n# @example\n#   include {module}::{name}\n#"
        );
        let parameters: Vec<&str> = (0..3 + self.random.below(9)).map(|_| self.word()).collect();
        for parameter in &parameters {
            let about = self.sentence();
            let _ = writeln!(self.out, "# @param {parameter}\n#   {about}");
        }
        let keyword = if self.random.chance(75) { "class" } else { "define" };
        let _ = writeln!(self.out, "{keyword} {module}::{name} (");
        for parameter in &parameters {
            let kind = self.random.pick(&TYPES);
            let _ = write!(self.out, "  {kind:<22} ${parameter}");
            if self.random.chance(70) {
                self.out.push_str(" = ");
                self.value();
            }
            self.out.push_str(",\n");
        }
        self.out.push_str(") {\n");
        self.depth = 1;
        for _ in 0..6 + self.random.below(12) {
            self.statement();
            if self.random.chance(60) {
                self.out.push('\n');
            }
        }
        self.out.push_str("}\n");
    }

    fn statement(&mut self) {
        self.indent();
        let deep = self.depth > 4;
        match self.random.below(if deep { 60 } else { 100 }) {
            0..30 => self.resource(),
            30..40 => {
                let name = self.word();
                let _ = write!(self.out, "${name} = ");
                self.value();
                self.out.push('\n');
            }
            40..46 => {
                let (left, right) = (self.word(), self.word());
                let _ = writeln!(self.out, "include {left}::{right}");
            }
            46..52 => {
                let about = self.sentence();
                let _ = writeln!(self.out, "# {about}");
            }
            52..56 => {
                let (left, right) = (self.word(), self.word());
                let _ = writeln!(
                    self.out,
                    "Class['{left}'] -> File[\"/etc/{right}/${{title}}\"] ~> Service['{left}']"
                );
            }
            56..58 => {
                let name = self.word();
                let _ =
                    writeln!(self.out, "File <| tag == '{name}' and owner != 'root' |> {{ mode => '0640' }}");
            }
            58..60 => self.heredoc(),
            60..80 => self.condition(),
            80..90 => self.case(),
            _ => self.iteration(),
        }
    }

    fn resource(&mut self) {
        let kind = self.random.pick(&RESOURCES);
        let _ = write!(self.out, "{kind} {{ ");
        self.string();
        self.out.push_str(":\n");
        for _ in 0..1 + self.random.below(6) {
            self.depth += 1;
            self.indent();
            let name = self.word();
            let _ = write!(self.out, "{name:<9} => ");
            self.value();
            self.out.push_str(",\n");
            self.depth -= 1;
        }
        self.indent();
        self.out.push_str("}\n");
    }

    fn condition(&mut self) {
        self.out.push_str(if self.random.chance(90) { "if " } else { "unless " });
        self.test();
        self.block();
        if self.random.chance(40) {
            self.indent();
            self.out.push_str("else");
            self.block();
        }
    }

    fn case(&mut self) {
        self.out.push_str("case $facts['os']['family'] {\n");
        self.depth += 1;
        for family in ["'RedHat', 'Suse'", "/^(Debian|Ubuntu)$/", "default"] {
            self.indent();
            self.out.push_str(family);
            self.out.push(':');
            self.block();
        }
        self.depth -= 1;
        self.indent();
        self.out.push_str("}\n");
    }

    fn iteration(&mut self) {
        let name = self.word();
        let _ = write!(self.out, "${name}.each |String $key, Hash $value|");
        self.block();
    }

    fn block(&mut self) {
        self.out.push_str(" {\n");
        self.depth += 1;
        for _ in 0..1 + self.random.below(3) {
            self.statement();
        }
        self.depth -= 1;
        self.indent();
        self.out.push_str("}\n");
    }

    fn test(&mut self) {
        let (left, right) = (self.word(), self.word());
        let _ = match self.random.below(5) {
            0 => write!(self.out, "${left} == '{right}' and !${right}"),
            1 => write!(self.out, "${left} =~ Array[String, 1]"),
            2 => write!(self.out, "versioncmp($facts['{left}']['version'], '7.2') >= 0"),
            3 => write!(self.out, "'{right}' in ${left} or ($x + 1) * 2 > 10"),
            _ => write!(self.out, "${left}"),
        };
    }

    fn value(&mut self) {
        let (left, right) = (self.word(), self.word());
        let number = self.random.below(9000);
        let nested = self.depth < 6;
        match self.random.below(if nested { 100 } else { 80 }) {
            0..45 => self.string(),
            45..60 => drop(write!(self.out, "${left}")),
            60..65 => drop(write!(self.out, "{number}")),
            65..70 => self.out.push_str(if number.is_multiple_of(2) { "true" } else { "undef" }),
            70..74 => drop(write!(self.out, "pick(${left}, ${left}['{right}'])")),
            74..77 => drop(write!(self.out, "${left} ? {{ '{right}' => {number}, default => undef }}")),
            77..80 => drop(write!(self.out, "template('{left}/{right}.erb')")),
            80..90 => {
                self.out.push('[');
                for index in 0..1 + self.random.below(4) {
                    self.out.push_str(if index > 0 { ", " } else { "" });
                    self.string();
                }
                self.out.push(']');
            }
            _ => {
                self.out.push_str("{\n");
                self.depth += 2;
                for _ in 0..1 + self.random.below(4) {
                    self.indent();
                    let key = self.word();
                    let _ = write!(self.out, "'{key}' => ");
                    self.value();
                    self.out.push_str(",\n");
                }
                self.depth -= 1;
                self.indent();
                self.depth -= 1;
                self.out.push('}');
            }
        }
    }

    fn string(&mut self) {
        let (left, right) = (self.word(), self.word());
        let _ = match self.random.below(6) {
            0 | 1 => write!(self.out, "'{left}'"),
            2 => write!(self.out, "'/etc/{left}/{right}.conf'"),
            3 => write!(self.out, "\"{left} of {right}\""),
            4 => write!(self.out, "\"/etc/${{{left}}}/{right}.d\""),
            _ => write!(self.out, "\"${{facts['{left}']}}-$title of ${{{left}::{right}}}\\n\""),
        };
    }

    fn heredoc(&mut self) {
        let name = self.word();
        let _ = writeln!(self.out, "${name} = @(\"END\"/L)");
        for _ in 0..1 + self.random.below(5) {
            self.indent();
            let (text, name) = (self.sentence(), self.word());
            let _ = writeln!(self.out, "  {text} ${{{name}}}");
        }
        self.indent();
        self.out.push_str("  | END\n");
    }

    fn sentence(&mut self) -> String {
        let words: Vec<&str> = (0..4 + self.random.below(8)).map(|_| self.word()).collect();
        words.join(" ")
    }

    fn word(&mut self) -> &'static str {
        self.random.pick(&WORDS)
    }

    fn indent(&mut self) {
        let _ = write!(self.out, "{:1$}", "", self.depth * 2);
    }
}
