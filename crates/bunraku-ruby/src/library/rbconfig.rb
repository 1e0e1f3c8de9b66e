# RbConfig: how Ruby was built. The values are those of a Linux system, because what code computes must not depend on the
# machine that compiles.
module RbConfig
  CONFIG = {
    'MAJOR' => '3', 'MINOR' => '2', 'TEENY' => '0', 'ruby_version' => '3.2.0', 'RUBY_PROGRAM_VERSION' => RUBY_VERSION,
    'RUBY_API_VERSION' => '3.2', 'ruby_install_name' => 'ruby', 'RUBY_INSTALL_NAME' => 'ruby', 'RUBY_BASE_NAME' => 'ruby',
    'arch' => RUBY_PLATFORM, 'host' => 'x86_64-pc-linux-gnu', 'host_cpu' => 'x86_64', 'host_os' => 'linux-gnu',
    'target_cpu' => 'x86_64', 'target_os' => 'linux', 'build_os' => 'linux', 'EXEEXT' => '', 'OBJEXT' => 'o',
    'PATH_SEPARATOR' => ':', 'SHELL' => '/bin/sh', 'prefix' => '/opt/puppetlabs/puppet',
    'bindir' => '/opt/puppetlabs/puppet/bin', 'libdir' => '/opt/puppetlabs/puppet/lib', 'sysconfdir' => '/etc'
  }

  def self.ruby
    File.join(CONFIG['bindir'], CONFIG['ruby_install_name'])
  end
end
