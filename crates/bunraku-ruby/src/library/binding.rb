# Binding: the variables of a place in the code, for code in strings. `binding` and `eval` make it with what only the
# parser knows, the names of the variables.
class Binding
  def self.of(scopes, place)
    new(scopes, place)
  end

  def initialize(scopes, place)
    @scopes = scopes
    @place = place
    @own = {}
  end

  def eval(text, file = '(eval)', _line = 1)
    @place.run_text(@scopes, @own, text, file)
  end

  def receiver
    eval('self')
  end

  def local_variables
    (@own.keys + @scopes.reverse.flatten).uniq.grep(/\A[a-z_][A-Za-z0-9_]*\z/).map(&:to_sym)
  end

  def local_variable_defined?(name)
    local_variables.include?(name.to_sym)
  end

  def local_variable_get(name)
    unless local_variable_defined?(name)
      raise NameError.new("local variable `#{name}' is not defined for #{inspect}", name.to_sym)
    end

    eval(name.to_s)
  end

  def local_variable_set(name, value)
    name = name.to_s
    return @own[name] = value if @own.key?(name) || !local_variable_defined?(name)

    @own['__value'] = value
    eval("#{name} = __value")
  ensure
    @own.delete('__value')
  end
end
