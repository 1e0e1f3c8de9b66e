//! Objects of Ruby that change while one of their methods runs: by its block, or by an argument or element that converts,
//! compares or shows itself. What a method has looked up before may be gone after that.

use super::{Folder, Part, Program, combine};

pub(super) fn programs() -> Vec<Program> {
    combine("change", RECEIVERS, CHANGES, |receiver, change| {
        Folder::new(&["compile", "--modulepath", "modules", "site.pp"])
            .with("modules/m/templates/t.erb", template(receiver, change))
            .with("site.pp", "notice(template('m/t.erb'))\n")
    })
}

/// Calls all methods that the receiver has, each with several arguments.
fn template(receiver: &str, change: &str) -> String {
    format!(
        r"<%
require 'set'
require 'stringio'
require 'strscan'
make = proc {{ {receiver} }}
conversions = {{
  to_s: 'a', to_str: 'a', inspect: 'a', to_sym: :a, to_ary: [1], to_a: [1], to_hash: {{}}, to_h: {{}}, to_int: 1, to_i: 1,
  to_f: 1.0, to_r: 1r, to_proc: proc {{ 1 }}, coerce: [1, 1], hash: 1, eql?: true, :== => true, :=== => true, :<=> => 0,
  :+ => 1, succ: 1, call: 1, begin: 0, end: 1, size: 1, key?: true, :[] => 1
}}
left = 0
call = proc do |name, arguments|
  object = make.call
  change = proc do |*given|
    raise StopIteration if (left -= 1) < 0
    begin
      {change}
    rescue StandardError
    end
    given.first
  end
  other = Object.new
  conversions.each do |conversion, result|
    other.define_singleton_method(conversion) {{ |*| change.call; result }}
  end
  other.define_singleton_method(:each) {{ |&block| change.call; block && block.call(1) }}
  [true, false].each do |contained|
    [change, nil].each do |block|
      begin
        left = 20
        object = make.call
        begin
          contained && (object.is_a?(Hash) ? object[other] = other : object << other)
        rescue StandardError
        end
        object.public_send(name, *arguments.map {{ |x| x == :other ? other : x == :object ? object : x }}, &block)
      rescue Exception
      end
    end
  end
end
names = make.call.methods.sort - %i[sleep loop exit exit! abort instance_eval instance_exec gets readline readlines]
arguments = [[], [1], ['a'], [/a/], [:other], [:object], [0, :other], [:other, :other], [:object, :other], [:other, 'a']]
arguments.each {{ |given| names.each {{ |name| call.call(name, given) }} }}
%><%= names.size %> methods
"
    )
}

/// Objects that can change.
const RECEIVERS: &[Part] = &[
    ("array", "[3, 'a', nil, [2], 1, 5]"),
    ("numbers", "[3, 1, 2, 5, 4]"),
    ("rows", "[[1, 2], [3, 4], [5, 6]]"),
    ("hash", "{ a: 1, 'b' => [2], 3 => nil }"),
    ("hash-default", "Hash.new { |h, k| h[k] = h.size }.merge!(1 => 2)"),
    ("string", "'aébca aé'.dup"),
    ("bytes", "\"a\\xff\\xc3b\".dup"),
    ("set", "Set.new([1, 'a', 2])"),
    ("struct", "Struct.new(:a, :b, :c).new(1, 'a', [2])"),
    ("input", "StringIO.new('aé b\\nc\\n'.dup)"),
    ("scanner", "StringScanner.new('aé b c'.dup)"),
    ("enumerator", "(x = [1, 2, 3]; x.each)"),
    ("lazy", "(x = [1, 2, 3]; x.lazy.map { |y| y })"),
];

/// What changes `object`.
const CHANGES: &[Part] = &[
    ("clear", "object.respond_to?(:clear) ? object.clear : object.string.clear"),
    ("add", "object.respond_to?(:push) ? object.push(1, 2) : object << 'é'"),
    ("store", "object.is_a?(Hash) ? object[object.size + left] = 1 : object[0] = 'éé'"),
    ("remove", "object.respond_to?(:shift) ? object.shift : object.slice!(0, 2)"),
    ("replace", "object.replace(object.is_a?(Hash) ? { z: 1 } : object.is_a?(String) ? \"\\xff\" : [])"),
    ("itself", "object.is_a?(Hash) ? object.merge!(object) : object.concat(object)"),
    ("sort", "object.respond_to?(:sort!) ? object.sort! { 0 } : object.reverse!"),
    ("freeze", "object.freeze"),
    (
        "recode",
        "(object.respond_to?(:string) ? object.string : object).force_encoding('BINARY').setbyte(0, 255)",
    ),
    ("reset", "object.respond_to?(:terminate) ? object.terminate : object.rewind"),
    ("exchange", "object.respond_to?(:reopen) ? object.reopen('') : object.string = ''"),
    ("throw", "throw :done"),
];
