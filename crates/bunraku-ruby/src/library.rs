//! Libraries that come with Ruby or Puppet, written in Ruby by us: one file each, run when code requires it or names
//! one of its constants.

/// A library: its name, the constants that bring it in without `require`, and its text.
type Library = (&'static str, &'static [&'static str], &'static str);

const LIBRARIES: &[Library] = &[
    ("set", &["Set"], include_str!("library/set.rb")),
    // Written in Rust, and always there.
    ("json", &[], ""),
    ("securerandom", &[], ""),
    ("yaml", &["YAML"], "YAML = Psych"),
    ("base64", &["Base64"], include_str!("library/base64.rb")),
    ("cgi", &["CGI"], include_str!("library/cgi.rb")),
    ("csv", &["CSV"], include_str!("library/csv.rb")),
    ("date", &["Date", "DateTime"], DATE),
    ("delegate", &["Delegator", "SimpleDelegator"], include_str!("library/delegate.rb")),
    ("digest", DIGESTS, include_str!("library/digest.rb")),
    ("erb", &["ERB"], include_str!("library/erb.rb")),
    ("forwardable", &["Forwardable", "SingleForwardable"], include_str!("library/forwardable.rb")),
    ("hocon", &["Hocon"], include_str!("library/hocon.rb")),
    ("io", &["IO", "STDOUT", "STDERR"], include_str!("library/io.rb")),
    ("ipaddr", &["IPAddr"], include_str!("library/ipaddr.rb")),
    ("marshal", &["Marshal"], include_str!("library/marshal.rb")),
    ("monitor", &["Monitor", "MonitorMixin", "Mutex"], include_str!("library/monitor.rb")),
    ("ostruct", &["OpenStruct"], include_str!("library/ostruct.rb")),
    ("pathname", &["Pathname"], include_str!("library/pathname.rb")),
    ("rational", &["Rational"], include_str!("library/rational.rb")),
    ("shellwords", &["Shellwords"], include_str!("library/shellwords.rb")),
    ("singleton", &["Singleton"], include_str!("library/singleton.rb")),
    ("stringio", &["StringIO"], include_str!("library/stringio.rb")),
    ("strscan", &["StringScanner"], include_str!("library/strscan.rb")),
    ("time", &[], include_str!("library/time.rb")),
    ("timeout", &["Timeout"], include_str!("library/timeout.rb")),
    ("tsort", &["TSort"], include_str!("library/tsort.rb")),
    ("uri", &["URI"], include_str!("library/uri.rb")),
    ("rubygems", &["Gem"], include_str!("library/gem.rb")),
    ("puppet", &["Puppet", "Facter"], include_str!("library/puppet.rb")),
    (
        "puppet/functions",
        &["Puppet::Functions", "Puppet::Parser::Functions"],
        include_str!("library/puppet_functions.rb"),
    ),
    (
        "puppet/world",
        &["Puppet::Provider", "Puppet::Coercion", "PuppetX"],
        include_str!("library/puppet_world.rb"),
    ),
    (
        "puppet/parameter",
        &["Puppet::Parameter", "Puppet::Property"],
        include_str!("library/puppet_parameter.rb"),
    ),
    ("puppet/type", &["Puppet::Type"], include_str!("library/puppet_type.rb")),
    // Not for modules: it is how a type is read.
    ("puppet/type description", &[], include_str!("library/puppet_description.rb")),
    ("puppet/resource_api", &["Puppet::ResourceApi"], include_str!("library/puppet_resource_api.rb")),
];

const DATE: &str = concat!(
    include_str!("library/date.rb"),
    include_str!("library/date_time.rb"),
    include_str!("library/date_parse.rb"),
    include_str!("library/date_strptime.rb"),
);

const DIGESTS: &[&str] = &[
    "Digest::Base",
    "Digest::MD5",
    "Digest::SHA1",
    "Digest::SHA2",
    "Digest::SHA256",
    "Digest::SHA384",
    "Digest::SHA512",
];

/// Other names of libraries.
const ALIASES: &[(&str, &str)] = &[
    ("cgi/util", "cgi"),
    ("cgi/escape", "cgi"),
    ("digest/md5", "digest"),
    ("digest/sha1", "digest"),
    ("digest/sha2", "digest"),
    ("hocon/config_error", "hocon"),
    ("hocon/config_factory", "hocon"),
    ("json/ext", "json"),
    ("psych", "yaml"),
    ("thread", "monitor"),
];

/// A library: its name and its text.
pub(crate) fn source(name: &str) -> Option<(&'static str, &'static str)> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| *name);
    LIBRARIES.iter().find(|(each, ..)| *each == name).map(|(name, _, text)| (*name, *text))
}

/// The library that defines a constant, for code that uses it without requiring it: the Puppet that it was written
/// for has loaded it.
pub(crate) fn of_constant(path: &str) -> Option<&'static str> {
    LIBRARIES.iter().find(|(_, constants, _)| constants.contains(&path)).map(|(name, ..)| *name)
}
