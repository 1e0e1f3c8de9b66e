# Shellwords: splits a command line into words like a POSIX shell.
module Shellwords
  module_function

  # A token: blanks, a quoted string, an escaped character, or plain characters.
  PIECE = /\A(?:(?<blank>\s+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\.)*)"|\\(?<escaped>.)|(?<plain>[^\s\\'"]+|\\\z))/m

  def shellsplit(line)
    words = []
    word = nil
    rest = line
    until rest.empty?
      piece = PIECE.match(rest)
      raise ArgumentError, "Unmatched quote: #{line.inspect}" unless piece

      rest = piece.post_match
      if piece[:blank]
        words << word if word
        word = nil
      elsif piece[:double]
        word = "#{word}#{piece[:double].gsub(/\\([$`"\\\n])/) { Regexp.last_match(1) }}"
      else
        word = "#{word}#{piece[:single] || piece[:escaped] || piece[:plain]}"
      end
    end
    words << word if word
    # In Ruby, words are built from an empty binary string. They become UTF-8 only by characters that are not ASCII.
    words.map { |each| each.ascii_only? ? each.b : each }
  end

  def split(line)
    shellsplit(line)
  end

  def shellwords(line)
    shellsplit(line)
  end

  def shellescape(word)
    word = word.to_s
    return "''" if word.empty?

    word.gsub(%r{[^A-Za-z0-9_\-.,:+/@\n]}) { |char| "\\#{char}" }.gsub("\n", "'\n'")
  end

  def escape(word)
    shellescape(word)
  end

  def shelljoin(words)
    words.map { |word| shellescape(word) }.join(' ')
  end

  def join(words)
    shelljoin(words)
  end
end

class String
  def shellsplit
    Shellwords.shellsplit(self)
  end

  def shellescape
    Shellwords.shellescape(self)
  end
end

class Array
  def shelljoin
    Shellwords.shelljoin(self)
  end
end
