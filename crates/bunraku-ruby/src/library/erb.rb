# ERB::Util: escapes strings for HTML and URLs. Templates themselves are rendered by Puppet's `template`.
class ERB
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
