module Demo
  # What functions of this module share.
  module Helper
    def self.twice(text) = text * 2
  end
end
