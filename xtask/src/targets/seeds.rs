//! The texts that fuzzers begin with: the cases of the tests.

use std::{fs, path::Path};

use bunraku_corpus::cases;

fn folder(path: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

pub(super) fn manifests() -> Vec<String> {
    cases::programs(&cases::folder()).unwrap_or_default().into_iter().map(|program| program.text).collect()
}

/// Types and values, one a line.
pub(super) fn types() -> Vec<String> {
    [
        "Integer",
        "Integer[1, 5]",
        "Float[0.0, 1.5]",
        "Numeric",
        "String",
        "String[2]",
        "String[1, 3]",
        "Boolean[true]",
        "Enum['a', 'b']",
        "Enum['A', true]",
        "Pattern[/^a/, /b$/]",
        "Regexp[/a/]",
        "Undef",
        "Default",
        "Any",
        "Scalar",
        "ScalarData",
        "Data",
        "RichData",
        "Collection[1, 2]",
        "Array",
        "Array[Integer]",
        "Array[Integer, 0, 2]",
        "Hash[String, Integer]",
        "Hash[0, 0]",
        "Tuple[Integer, String]",
        "Tuple[Integer, 1, 3]",
        "Struct[{a => Integer}]",
        "Struct[{Optional[a] => Integer, b => Optional[String]}]",
        "Struct[{NotUndef[a] => Any}]",
        "Optional[Integer]",
        "Optional['a']",
        "NotUndef",
        "NotUndef[String]",
        "Variant[Integer, String]",
        "Variant[Array[Integer], Hash]",
        "Type",
        "Type[Integer]",
        "Type[Type[String]]",
        "Callable",
        "Callable[Integer, String]",
        "Callable[[Integer], String]",
        "Sensitive[Integer]",
        "Iterable[Integer]",
        "Iterator",
        "Catalogentry",
        "Class",
        "Class[a]",
        "Resource",
        "File",
        "File['/a']",
        "Timespan[1, 2]",
        "Timestamp",
        "SemVer['>=1.0.0 <2.0.0']",
        "SemVerRange",
        "Binary",
        "URI",
        "Init[Integer]",
        "Object[attributes => {a => Integer}]",
        "TypeSet",
        "Runtime[ruby, 'A']",
        "= 1",
        "= -7",
        "= 1.5",
        "= 'a'",
        "= ''",
        "= 'abc'",
        "= true",
        "= undef",
        "= default",
        "= /a/",
        "= []",
        "= [1, 2]",
        "= ['a', 1]",
        "= [[1]]",
        "= {}",
        "= {a => 1}",
        "= {a => 1, b => undef}",
        "= {1 => [2]}",
        "= Integer",
        "= String[1]",
        "= Sensitive(1)",
        "= Timespan(1)",
        "= SemVer('1.2.3')",
        "= Binary('YQ==')",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// The programs of the cases of the interpreter.
pub(super) fn ruby() -> Vec<String> {
    let mut all = Vec::new();
    for text in files("crates/bunraku-ruby/tests/cases") {
        let mut program = String::new();
        for line in text.lines() {
            if line.starts_with(">>") || line == "===" {
                if !program.trim().is_empty() {
                    all.push(std::mem::take(&mut program));
                }
            } else {
                program.push_str(line);
                program.push('\n');
            }
        }
    }
    all
}

pub(super) fn erb() -> Vec<String> {
    let templates = [
        "<% if @a -%>\n<%= @a %>\n<%- end -%>\n",
        "<%# comment %>text <%% x %%> <%= scope['a'] %>\n",
        "<% [1, 2].each do |x| -%>\n  <%= x.to_s.rjust(3) -%>\n<% end -%>\nend",
        "<%= @h.map { |k, v| \"#{k}=#{v}\" }.join(',') %>",
        "<%- x = <<EOS\na\nEOS\n-%><%= x %>",
    ];
    // A program in tags is a template, too.
    let programs = ruby().into_iter().map(|program| format!("a\n<% {program} -%>\n<%= 1 %>"));
    templates.into_iter().map(str::to_owned).chain(programs).collect()
}

pub(super) fn epp() -> Vec<String> {
    let templates = [
        "<%- | Integer $a = 1, String $b = 'x' | -%>\n<%= $a %> <%= $b -%>\n",
        "<% if true { -%>\nyes\n<% } else { -%>\nno\n<% } -%>\n",
        "<%# comment -%>\ntext <%% x %%>\n<% [1, 2].each |$x| { %><%= $x %>,<% } %>\n",
        "<%= inline_epp('<%= 1 %%>') %>\n<%- $x = @(END)\n  a\n  | END\n-%>\n<%= $x %>",
    ];
    let programs = manifests().into_iter().map(|program| format!("a\n<% {program} -%>\n<%= 1 %>"));
    templates.into_iter().map(str::to_owned).chain(programs).collect()
}

pub(super) fn yaml() -> Vec<String> {
    documents("crates/bunraku-formats/tests/yaml.cases")
}

pub(super) fn hocon() -> Vec<String> {
    documents("crates/bunraku-formats/tests/hocon.cases")
}

pub(super) fn json() -> Vec<String> {
    [
        "{\"a\": [1, -2.5e3, true, false, null, \"\\u00e9\\n\\ud83d\\ude00\"], \"b\": {}}",
        "[]",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"",
        "{\"a\": {\"b\": {\"c\": [[[[]]]]}}, \"a\": 1}",
        "[9223372036854775807, 9223372036854775808, -0, 0.1, 1e400, 1E-7]",
        "/* a */ {\"a\": 1, // b\n \"NaN\": NaN, \"i\": -Infinity}",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Encrypted values, and the data files that have them.
pub(super) fn eyaml() -> Vec<String> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder("crates/bunraku/tests/environments")).into_iter().flatten().flatten() {
        if !entry.file_name().to_string_lossy().starts_with("eyaml") {
            continue;
        }
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        let files = text.split("\n== ").filter_map(|file| file.split_once('\n'));
        all.extend(files.filter(|(name, _)| name.ends_with(".eyaml")).map(|(_, text)| text.to_owned()));
    }
    all
}

/// The key that the encrypted values of the cases are for.
pub(super) fn private_key() -> String {
    let text = fs::read_to_string(folder("crates/bunraku/tests/environments/eyaml.env")).unwrap_or_default();
    let file = text.split("\n== ").find_map(|file| file.strip_prefix("keys/private.pem\n"));
    file.unwrap_or_default().to_owned()
}

pub(super) fn facts() -> Vec<String> {
    let mut all = json();
    all.extend(yaml());
    all.extend(
        [
            "{\"name\": \"a\", \"values\": {\"os\": {\"family\": \"Debian\"}}, \"expiration\": \"2020-01-01\"}",
            "[{\"certname\": \"a\", \"name\": \"kernel\", \"value\": \"Linux\"}]",
            "[{\"certname\": \"a\", \"facts\": {\"data\": [{\"name\": \"x\", \"value\": 1}]}}]",
            "--- !ruby/object:Puppet::Node::Facts\nname: a\nvalues:\n  x: '1'\n",
        ]
        .map(str::to_owned),
    );
    all
}

/// A pattern on the first line, and the string below it.
pub(super) fn regexps() -> Vec<String> {
    let cases = fs::read_to_string(folder("crates/bunraku-regexp/tests/ruby.cases")).unwrap_or_default();
    let cases = cases.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.split('\t');
        let (options, pattern, text) = (fields.next()?, fields.next()?, fields.next()?);
        (options == "-" && !line.contains("%{")).then(|| format!("{pattern}\n{text}"))
    });
    cases.collect()
}

/// The documents of a file of cases, whose lines start with `> `.
fn documents(path: &str) -> Vec<String> {
    let cases = fs::read_to_string(folder(path)).unwrap_or_default();
    let document = |case: &str| {
        let lines = case.lines().filter_map(|line| line.strip_prefix("> "));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    cases.split("\n\n").map(document).filter(|document| !document.is_empty()).collect()
}

fn files(path: &str) -> Vec<String> {
    let entries = fs::read_dir(folder(path)).into_iter().flatten().flatten();
    entries.filter_map(|entry| fs::read_to_string(entry.path()).ok()).collect()
}
