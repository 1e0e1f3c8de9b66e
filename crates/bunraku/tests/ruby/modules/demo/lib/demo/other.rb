module Demo
  OTHER = %w[other things].freeze
end
