//! Programs that use each library one after another in one state: none finds what another has left behind.

#![allow(clippy::unwrap_used, reason = "these are tests")]

use std::{collections::BTreeMap, rc::Rc};

use super::LIBRARIES;
use crate::{Host, Interp, Outside, Run, RunLimits, State, parse};

/// A use of each library, after `require`.
const USES: &[(&str, &str)] = &[
    ("set", "Set.new([1, 1, 2]).add(3).to_a"),
    ("json", "JSON.parse('{\"a\": [1]}').to_json"),
    ("yaml", "YAML.dump({ 'a' => [1] })"),
    ("abbrev", "Abbrev.abbrev(%w[car cone]).sort"),
    ("base64", "Base64.strict_encode64('text')"),
    ("benchmark", "Benchmark.respond_to?(:measure)"),
    ("bigdecimal", "(BigDecimal('1.1') + BigDecimal('2.2')).to_s"),
    ("binding", "x = 1; binding.local_variable_get(:x)"),
    ("cgi", "CGI.escape('a b') + CGI.escapeHTML('<a>')"),
    ("csv", "CSV.parse(\"a,b\\n1,2\\n\", headers: true).map(&:to_h)"),
    ("date", "[Date.new(2024, 2, 28) + 2, DateTime.parse('2024-01-02T03:04:05').hour].map(&:to_s)"),
    ("delegate", "SimpleDelegator.new([1, 2]).size"),
    ("digest", "Digest::MD5.hexdigest('a') + Digest::SHA256.new.update('a').hexdigest"),
    ("erb", "ERB.new('<%= 1 + 1 %>').result"),
    ("etc", "Etc.respond_to?(:getpwnam)"),
    (
        "fileutils",
        "File.write('/kept/b', 'x'); FileUtils.touch('/kept/c'); [File.open('/kept/a') { |f| f.read }, File.new('/kept/a').size]",
    ),
    ("find", "Find.find('/kept').to_a"),
    (
        "forwardable",
        "class Held; extend Forwardable; def_delegators :@all, :size; def initialize = @all = [1]; end; Held.new.size",
    ),
    ("io", "[STDOUT.tty?, $stderr.respond_to?(:puts)]"),
    ("ipaddr", "IPAddr.new('10.0.0.0/8').include?(IPAddr.new('10.1.1.1'))"),
    ("marshal", "Marshal.load(Marshal.dump([1, 'a', { b: 2 }]))"),
    ("monitor", "Monitor.new.synchronize { 1 } + Mutex.new.synchronize { 1 }"),
    ("observer", "Class.new { include Observable }.new.count_observers"),
    ("openssl", "OpenSSL::Digest.new('SHA256').hexdigest('a')"),
    ("ostruct", "x = OpenStruct.new(a: 1); x.b = 2; x.to_h"),
    ("pathname", "(Pathname.new('/a') + '../b').to_s + Pathname('/c/d').dirname.to_s"),
    ("pp", "[1, { a: 2 }].pretty_inspect"),
    ("prime", "Prime.first(3) + [7.prime?, 12.prime_division]"),
    ("rational", "Rational(1, 3) + 1.to_r"),
    ("rbconfig", "RbConfig::CONFIG['host_os']"),
    ("resolv", "Resolv::IPv4::Regex.match?('1.2.3.4')"),
    ("rexml/document", "REXML::Document.new('<a><b c=\"1\"/></a>').root.elements['b'].attributes['c']"),
    ("securerandom", "[SecureRandom.hex(4).size, SecureRandom.respond_to?(:uuid)]"),
    ("shellwords", "Shellwords.split(\"a 'b c'\") + ['x y'.shellescape, %w[a b].shelljoin, 'a b'.shellsplit]"),
    ("singleton", "class One; include Singleton; end; One.instance.equal?(One.instance)"),
    ("stringio", "x = StringIO.new; x.puts 'a'; x << 'b'; x.string"),
    ("strscan", "x = StringScanner.new('ab'); [x.scan(/a/), x.rest]"),
    ("tempfile", "x = Tempfile.new('x'); x.write('ab'); x.close; File.size(x.path)"),
    ("thread", "q = Queue.new; q << 1; [q.pop, Thread.new { 2 }.value]"),
    ("time", "[Time.parse('2024-01-02 03:04:05 UTC').to_i, Time.at(0).utc.iso8601]"),
    ("timeout", "Timeout.timeout(5) { 1 }"),
    ("tmpdir", "Dir.tmpdir"),
    (
        "tsort",
        "class Sorted < Hash; include TSort; alias tsort_each_node each_key; def tsort_each_child(n, &b) = fetch(n).each(&b); end
         x = Sorted.new; x[1] = [2]; x[2] = []; x.tsort",
    ),
    ("uri", "[URI.parse('http://a:1/b').port, URI('http://c/').host, URI.join('http://a/b', 'c').to_s]"),
    ("zlib", "[Zlib.crc32('a'), Zlib::Inflate.inflate(Zlib::Deflate.deflate('a' * 9))]"),
    ("rubygems", "Gem::Version.new('1.10') > Gem::Version.new('1.9')"),
];

/// What code can do to core classes that another program would notice.
const PATCHES: &[(&str, &str)] = &[
    ("class String; def upcase = 'patched'; end", "'a'.upcase"),
    ("class Integer; def +(other) = 42; end", "[1, 2].sum + (1 + 1)"),
    (
        "class Array; alias old_first first; def first(*) = 'patched'; end",
        "[[1].first, [1].respond_to?(:old_first)]",
    ),
    ("class Hash; undef_method :keys; end", "{ a: 1 }.keys rescue 'none'"),
    ("class NilClass; def empty? = true; end", "nil.respond_to?(:empty?)"),
    ("class << File; def basename(*) = 'patched'; end", "File.basename('/a/b')"),
    ("def File.extname(*) = 'patched'", "File.extname('a.b')"),
    (
        "class File; def self.join(*) = 'patched'; LATE = 1; end",
        "[File.join('a', 'b'), File.const_defined?(:LATE)]",
    ),
    ("module Kernel; def format(*) = 'patched'; end", "format('%d', 1)"),
    ("module Comparable; def clamp(*) = 'patched'; end", "5.clamp(1, 3)"),
    ("module Enumerable; def sort_by(*) = 'patched'; end", "(1..2).sort_by { |x| -x }"),
    ("class Object; def try(*) = 'patched'; end", "(1.try rescue 'none')"),
    ("class String; prepend(Module.new { def size = -1 }); end", "'a'.size"),
    ("class Symbol; include(Module.new { def shout = 1 }); end", "(:a.shout rescue 'none')"),
    ("String.singleton_class.prepend(Module.new { def new(*) = 'patched' })", "String.new('x')"),
    ("Math.extend(Module.new { def half(x) = x / 2 })", "(Math.half(4) rescue 'none')"),
    ("Integer.send(:remove_const, :MAX) rescue nil; Float::INFINITY = 1", "Float::INFINITY"),
    ("require 'date'; class Date; def to_s = 'patched'; end", "require 'date'; Date.new(2024, 1, 1).to_s"),
    ("require 'set'; class Set; def size = -1; end; Set.new.size", "require 'set'; Set.new([1]).size"),
    ("class Dir; def self.tmpdir = 'patched'; end", "Dir.tmpdir"),
    ("class StandardError; def message = 'patched'; end", "begin; raise 'x'; rescue => e; e.message; end"),
    ("class Class; def new(*) = 'patched'; end", "Class.new.is_a?(Class)"),
];

/// Holds the files that programs read and write.
#[derive(Default)]
struct Files(BTreeMap<String, Vec<u8>>);

impl Outside for Files {
    fn read_file(&mut self, path: &str) -> Option<Result<Vec<u8>, String>> {
        Some(self.0.get(path).cloned().ok_or_else(|| "there is no such file".to_string()))
    }

    fn list_folder(&mut self, path: &str) -> Option<Result<Vec<String>, String>> {
        let inside = |name: &String| name.strip_prefix(path)?.strip_prefix('/').map(str::to_owned);
        let names: Vec<String> = self.0.keys().filter_map(inside).collect();
        Some(if names.is_empty() { Err("there is no such folder".to_string()) } else { Ok(names) })
    }

    fn keep_file(&mut self, path: &str, bytes: &[u8]) -> Option<Result<(), String>> {
        self.0.insert(path.to_string(), bytes.to_vec());
        Some(Ok(()))
    }

    fn now(&mut self) -> Option<(i64, u32)> {
        Some((1_700_000_000, 0))
    }

    fn seed(&mut self) -> Option<u64> {
        Some(1)
    }
}

impl Host for Files {}

fn run(state: &Rc<State>, program: &str) -> Result<String, String> {
    let code = parse("case.rb", program).ok().unwrap();
    let mut files = Files::default();
    for path in ["/kept/a", "/tmp/other"] {
        files.0.insert(path.to_string(), b"text".to_vec());
    }
    let mut run = Run::new(state, RunLimits::default());
    let mut interp = Interp::new(&mut run, &mut files);
    let this = interp.main_object();
    let result = interp.run(&code, this).and_then(|value| interp.inspect(&value));
    result.map_err(|unwind| interp.to_error(unwind).message)
}

fn prepared() -> Rc<State> {
    let state = State::new();
    state.prepare();
    state
}

#[test]
fn each_library_works_in_each_program_of_a_state() {
    assert_eq!(
        LIBRARIES.iter().map(|library| library.name).collect::<Vec<_>>(),
        USES.iter().map(|(name, _)| *name).collect::<Vec<_>>(),
        "each library has a use"
    );
    let state = prepared();
    for (name, program) in USES {
        let (with, without) = (format!("require '{name}'\n{program}"), program);
        let expected = run(&State::new(), &with);
        assert!(expected.is_ok(), "{name}: {expected:?}");
        for time in 1..=4 {
            assert_eq!(run(&state, &with), expected, "{name}, time {time}");
            assert!(state.restore(), "{name}");
        }
        let expected = run(&State::new(), without);
        for time in 1..=4 {
            assert_eq!(run(&state, without), expected, "{name} without `require`, time {time}");
            assert!(state.restore(), "{name}");
        }
    }
    // After all that, the first is as it was.
    for (name, program) in USES.iter().rev() {
        assert_eq!(run(&state, program), run(&State::new(), program), "{name} at the end");
        assert!(state.restore(), "{name}");
    }
}

#[test]
fn changes_of_core_classes_are_seen_by_the_program_alone() {
    let state = prepared();
    for (patch, look) in PATCHES {
        let expected = run(&State::new(), look);
        for time in 1..=3 {
            assert_eq!(run(&state, look), expected, "before `{patch}`, time {time}");
            let _ = run(&state, &format!("{look}\n{patch}\n{look}"));
            assert!(state.restore(), "{patch}");
            assert_eq!(run(&state, look), expected, "after `{patch}`, time {time}");
            assert!(state.restore(), "{patch}");
        }
    }
}
