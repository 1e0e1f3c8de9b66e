//! Ruby functions: those of `Puppet::Functions` and the legacy ones of `Puppet::Parser::Functions`.

use super::{Folder, Part, Program, combine};

pub(super) fn programs() -> Vec<Program> {
    let mut programs = combine("ruby", MAKERS, CONSUMERS, |maker, consumer| {
        let code = format!(
            "Puppet::Functions.create_function(:'m::f') do\n  dispatch :f do\n  end\n  def f\n    {maker}\n    {consumer}\n  end\nend\n"
        );
        folder().with("modules/m/lib/puppet/functions/m/f.rb", code).with("site.pp", "notice(m::f())\n")
    });
    programs.extend(combine("ruby3", MAKERS, CONSUMERS_OF_3, |maker, consumer| {
        let code = format!(
            "module Puppet::Parser::Functions\n  newfunction(:f, :type => :rvalue) do |args|\n    {maker}\n    {consumer}\n  end\nend\n"
        );
        folder().with("modules/m/lib/puppet/parser/functions/f.rb", code).with("site.pp", "notice(f())\n")
    }));
    programs
}

fn folder() -> Folder {
    Folder::new(&["compile", "--modulepath", "modules", "site.pp"]).with_stdlib()
}

/// Code that sets `v`.
pub(super) const MAKERS: &[Part] = &[
    ("deep-array", "v = []; 300_000.times { v = [v] }"),
    ("deep-hash", "v = {}; 300_000.times { v = {'a' => v} }"),
    ("deep-proc", "v = proc { 1 }; 100_000.times { w = v; v = proc { w.call } }; v = v.call"),
    ("deep-calls", "def d(n) n == 0 ? [] : [d(n - 1)] end; v = d(1_000_000)"),
    ("cyclic-array", "v = [1]; v << v"),
    ("cyclic-hash", "v = {}; v['a'] = v; v[v] = 1"),
    ("shared-array", "v = [1]; 60.times { v = [v, v] }"),
    ("shared-hash", "v = {}; 60.times { v = {'a' => v, 'b' => v} }"),
    ("wide-array", "v = (1..1_000_000).to_a"),
    ("wide-hash", "v = {}; 500_000.times { |i| v[\"k#{i}\"] = i }"),
    ("wide-string", "v = 'ab' * 50_000_000"),
    ("huge-array", "v = Array.new(1_000_000_000, 1)"),
    ("huge-string", "v = 'ab' * 5_000_000_000"),
    ("huge-pad", "v = 'a'.ljust(10_000_000_000)"),
    ("huge-format", "v = format('%2000000000d', 1)"),
    ("huge-number", "v = 10 ** 100_000_000"),
    ("huge-shift", "v = 1 << (1 << 40)"),
    ("factorial", "v = (1..100_000).inject(:*)"),
    ("endless-loop", "v = 0; loop { v += 1 }"),
    ("endless-while", "v = 0; while true do v = [v] end"),
    ("endless-range", "v = (1..Float::INFINITY).map { |x| x }"),
    ("endless-cycle", "v = [1, 2].cycle.to_a"),
    ("endless-string", "v = 'ab'; loop { v += v }"),
    ("endless-append", "v = []; loop { v << 'abc' }"),
    ("endless-insert", "v = {}; loop { v[v.size] = v.size.to_s }"),
    ("endless-calls", "def d() d() end; v = d()"),
    ("endless-missing", "def method_missing(*a) send(a.first, *a) end; v = nothing_at_all"),
    (
        "endless-rescue",
        "begin; loop { begin; raise 'a'; rescue StandardError; retry; end }; ensure; v = 1; end",
    ),
    ("permutations", "v = (1..12).to_a.permutation.to_a"),
    ("products", "v = [1, 2, 3, 4].product(*([[1, 2, 3, 4]] * 20))"),
    ("combinations", "v = (1..40).to_a.combination(20).to_a"),
    ("many-variables", "200_000.times { |i| instance_variable_set(\"@a#{i}\", i) }; v = instance_variables"),
    ("many-constants", "c = Class.new; 100_000.times { |i| c.const_set(\"A#{i}\", i) }; v = c.constants"),
    (
        "many-methods",
        "c = Class.new; 50_000.times { |i| c.define_method(\"a#{i}\") { i } }; v = c.instance_methods(false)",
    ),
    ("many-symbols", "v = (1..500_000).map { |i| \"sym#{i}\".to_sym }"),
    ("many-classes", "v = (1..100_000).map { Class.new }"),
    ("class-chain", "c = Class.new; 20_000.times { c = Class.new(c) }; v = c.ancestors.size"),
    ("front-inserts", "v = []; 200_000.times { |i| v.unshift(i) }"),
    ("front-deletes", "v = (1..300_000).to_a; 150_000.times { v.delete_at(0) }"),
    ("string-appends", "v = ''; 300_000.times { v += 'x' }"),
    ("string-edits", "v = 'ab' * 200_000; 100_000.times { |i| v[i] = 'é' }"),
    ("regexp", "v = ('a' * 40) =~ /(a*)*b\\1/ "),
    ("substitutions", "v = ('a' * 1_000_000).gsub(/a*?(?=b)/, 'x')"),
    (
        "exceptions",
        "v = nil; e = nil; 20_000.times { begin; begin; raise 'a'; rescue => x; raise 'b'; end; rescue => x; e = x; end }; v = e.full_message",
    ),
    ("globs", "v = Dir.glob('{a,b}' * 40)"),
];

/// Code that uses `v` and returns a value.
const CONSUMERS: &[Part] = &[
    ("return", "v"),
    ("print", "\"#{v}\""),
    ("inspect", "v.inspect"),
    ("flatten", "v.flatten.size"),
    ("equal", "w = [v]; u = [v]; w == u && v.eql?(v)"),
    ("hash", "{v => 1}[v].to_s + [v].hash.to_s"),
    ("order", "([v] <=> [v]).to_s + [v, v].sort.to_s"),
    ("unique", "[v, v, [v]].uniq.size"),
    ("json", "require 'json'; JSON.generate(v)"),
    ("yaml", "require 'yaml'; v.to_yaml"),
    ("marshal", "Marshal.load(Marshal.dump(v))"),
    ("raise", "raise ArgumentError, v.inspect"),
    ("notice", "call_function('notice', v)"),
    ("puppet-json", "call_function('to_json', v)"),
    ("format", "format('%p %s', v, v)"),
    ("each", "v.each { |x| x.to_s }; 1"),
];

const CONSUMERS_OF_3: &[Part] = &[
    ("return", "v"),
    ("print", "v.to_s"),
    ("notice", "function_notice([v])"),
    ("error", "raise Puppet::ParseError, v.inspect"),
    ("variable", "setvar('x', v) rescue nil; lookupvar('x')"),
];
