# The way from the library to the command that runs it.
module Bunraku
  class << self
    def root = (@root ||= PuppetHost.ask('root'))
    def file = PuppetHost.ask('file')
    def relative_file = (@relative_file ||= RSpec::Core.relative(file))

    def filters
      found = PuppetHost.ask('filters')
      { lines: found['lines'], positions: found['positions'], names: found['names'], tags: found['tags'].transform_keys(&:to_sym),
        without: found['without'].transform_keys(&:to_sym), seed: found['seed'] }
    end

    def enter_group(group) = PuppetHost.ask('enter', group.description.to_s, group.scoped_id)
    def leave_group(_group) = PuppetHost.ask('leave')
    def started(example) = PuppetHost.ask('started', about(example))

    def finished(example, status, reason, exceptions)
      PuppetHost.ask('finished', about(example), status.to_s, reason&.to_s, exceptions.map { |e| failure(e) })
    end

    def suite_failed(moment, exception)
      PuppetHost.ask('suite_failed', moment.to_s, failure(exception))
    end

    private

    def about(example)
      {
        'id' => example.id, 'description' => example.description.to_s, 'full_description' => example.full_description.to_s,
        'file_path' => example.metadata[:file_path], 'line_number' => example.metadata[:line_number]
      }
    end

    def failure(exception)
      { 'class' => exception.class.name.to_s, 'message' => exception.message.to_s, 'backtrace' => exception.backtrace || [] }
    end
  end
end
