Puppet::Functions.create_function(:generate) do
  dispatch :output do
    required_repeated_param 'String', :command
  end

  def output(*command)
    raise Puppet::ParseError, "expected an absolute path, got `#{command.first}`" unless Puppet::Util.absolute_path?(command.first)

    Puppet::Util::Execution.execute(command, failonfail: true, combine: true, cwd: File.dirname(command.first)).to_s
  end
end
