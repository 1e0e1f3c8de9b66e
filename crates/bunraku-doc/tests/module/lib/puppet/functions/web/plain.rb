# A function without a dispatch
Puppet::Functions.create_function(:'web::plain') do
  # @param name who
  # @return [String] a greeting
  def plain(name, greeting = nil, *rest)
  end
end
