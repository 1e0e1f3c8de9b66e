Puppet::Functions.create_function(:'demo::logs') do
  dispatch :log do
  end

  def log
    speaker = Class.new { include Puppet::Util::Logging }.new
    speaker.warning('by a method')
    speaker.send_log(:notice, 'by a level')
    made = Puppet::Util::Log.create(level: :err, message: 'made', source: 'demo')
    quiet = Puppet::Util::Log.create(level: :info, message: 'quiet')
    failures = [{}, { level: :loud }, { level: :err }].map do |options|
      Puppet::Util::Log.create(options).class
    rescue StandardError => e
      "#{e.class}: #{e.message}"
    end
    [made.level, made.message, made.source, quiet.inspect, Puppet::Util::Log.level] + failures
  end
end
