# Fact sets of FacterDB, chosen by conditions on facts.
module FacterDB
  def self.get_facts(filter = nil, _cache = true, symbolize_keys: true)
    chosen = (PuppetHost.ask('fact_sets') || []).each_with_index.select { |about, number| any?(filter, about, number) }
    facts = chosen.map { |_, number| PuppetHost.late('fact_set', number) }.compact
    symbolize_keys ? facts.map { |each| each.transform_keys(&:to_sym) } : facts
  end

  # What is known of a set without reading all of it.
  KEYS = { 'os.name' => 'name', 'operatingsystem' => 'name', 'os.release.full' => 'release', 'os.hardware' => 'hardware',
           'operatingsystemrelease' => 'release', 'hardwaremodel' => 'hardware', 'facterversion' => 'version' }.freeze

  def self.any?(filter, about, number)
    return true if filter.nil?

    filters = filter.is_a?(Array) ? filter : [filter]
    filters.any? do |each|
      known, others = each.transform_keys(&:to_s).partition { |key, _| KEYS.key?(key) }
      known.all? { |key, wanted| fits?(wanted, about[KEYS[key]].to_s) } &&
        others.all? { |key, wanted| fits?(wanted, PuppetHost.late('fact_set', number)&.dig(*key.split('.')).to_s) }
    end
  end

  def self.fits?(wanted, actual) = condition(wanted).call(actual)

  # `/.../` is a pattern; anything else is the value itself.
  def self.condition(wanted)
    text = wanted.to_s
    if text.start_with?('/') && text.end_with?('/')
      pattern = Regexp.new(text[1..-2])
      ->(actual) { pattern.match?(actual.to_s) }
    else
      text = text.delete_prefix('"').delete_suffix('"')
      ->(actual) { actual.to_s == text }
    end
  end
end
