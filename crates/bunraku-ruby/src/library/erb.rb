# ERB: templates that code renders itself, and ERB::Util, which escapes strings for HTML and URLs. Puppet's `template`
# needs none of it.
class ERB
  attr_reader :src
  attr_accessor :filename, :lineno

  def self.version
    '2.2.3'
  end

  def initialize(text, _safe_level = nil, legacy_trim_mode = nil, legacy_variable = '_erbout', trim_mode: nil, eoutvar: nil)
    @src = ERBCode.code_of(text, trim_mode || legacy_trim_mode)
    variable = eoutvar || legacy_variable
    @src = @src.gsub(/\b_erbout\b/, variable) unless variable == '_erbout'
  end

  def location=((filename, lineno))
    @filename = filename
    @lineno = lineno if lineno
  end

  def result(place = OUTSIDE.call)
    place.eval(@src, @filename || '(erb)')
  end

  def result_with_hash(variables)
    place = OUTSIDE.call
    variables.each { |name, value| place.local_variable_set(name, value) }
    result(place)
  end

  def run(place = OUTSIDE.call)
    print result(place)
  end

  module Util
    module_function

    HTML = { '&' => '&amp;', '<' => '&lt;', '>' => '&gt;', '"' => '&quot;', "'" => '&#39;' }.freeze

    def html_escape(text)
      text.to_s.gsub(/[&<>"']/) { |char| HTML[char] }
    end

    def h(text)
      html_escape(text)
    end

    def url_encode(text)
      text.to_s.gsub(/[^a-zA-Z0-9_\-.~]/) { |char| char.bytes.map { |byte| '%%%02X' % byte }.join }
    end

    def u(text)
      url_encode(text)
    end
  end
end

# The place of templates that are rendered without a binding: outside of all classes.
ERB::OUTSIDE = -> { binding }
