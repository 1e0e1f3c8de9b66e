//! Ruby's standard libraries, in our own Ruby code: one file each, which runs when code requires it or names one of its
//! constants.

use crate::{Extension, Library};

#[cfg(test)]
mod uses;

const LIBRARIES: &[Library] = &[
    library("set", &["Set"], include_str!("library/set.rb")),
    // This one is written in Rust and always loaded.
    library("json", &[], ""),
    library("yaml", &["YAML"], "YAML = Psych"),
    library("abbrev", &["Abbrev"], include_str!("library/abbrev.rb")),
    library("base64", &["Base64"], include_str!("library/base64.rb")),
    library("benchmark", &["Benchmark"], include_str!("library/benchmark.rb")),
    library("bigdecimal", &["BigDecimal"], include_str!("library/bigdecimal.rb")),
    library("binding", &["Binding"], include_str!("library/binding.rb")),
    library("cgi", &["CGI"], include_str!("library/cgi.rb")),
    library("csv", &["CSV"], include_str!("library/csv.rb")),
    library("date", &["Date", "DateTime"], DATE),
    library("delegate", &["Delegator", "SimpleDelegator"], include_str!("library/delegate.rb")),
    library("digest", DIGESTS, include_str!("library/digest.rb")),
    library("erb", &["ERB", "ERB::Util", "ERB::OUTSIDE"], include_str!("library/erb.rb")),
    library("etc", &["Etc", "Process"], include_str!("library/etc.rb")),
    library("fileutils", &["File::Handle", "File::Stat", "FileUtils"], include_str!("library/fileutils.rb")),
    library("find", &["Find"], include_str!("library/find.rb")),
    library("forwardable", &["Forwardable", "SingleForwardable"], include_str!("library/forwardable.rb")),
    library("io", &["IO", "STDOUT", "STDERR"], include_str!("library/io.rb")),
    library("ipaddr", &["IPAddr"], include_str!("library/ipaddr.rb")),
    library("marshal", &["Marshal"], include_str!("library/marshal.rb")),
    library("monitor", &["Monitor", "MonitorMixin", "Mutex"], include_str!("library/monitor.rb")),
    library("observer", &["Observable"], include_str!("library/observer.rb")),
    library("openssl", &["OpenSSL"], include_str!("library/openssl.rb")),
    library("ostruct", &["OpenStruct"], include_str!("library/ostruct.rb")),
    library("pathname", &["Pathname"], include_str!("library/pathname.rb")),
    library("pp", &["PP"], include_str!("library/pp.rb")),
    library("prime", &["Prime"], include_str!("library/prime.rb")),
    library("rational", &["Rational"], include_str!("library/rational.rb")),
    library("rbconfig", &["RbConfig"], include_str!("library/rbconfig.rb")),
    library("resolv", &["Resolv"], include_str!("library/resolv.rb")),
    library("rexml/document", &["REXML"], REXML),
    library("securerandom", &["SecureRandom"], include_str!("library/securerandom.rb")),
    library("shellwords", &["Shellwords"], include_str!("library/shellwords.rb")),
    library("singleton", &["Singleton"], include_str!("library/singleton.rb")),
    library("stringio", &["StringIO"], include_str!("library/stringio.rb")),
    library("strscan", &["StringScanner"], include_str!("library/strscan.rb")),
    library("tempfile", &["Tempfile"], include_str!("library/tempfile.rb")),
    library("thread", THREADS, include_str!("library/thread.rb")),
    library("time", &[], include_str!("library/time.rb")),
    library("timeout", &["Timeout"], include_str!("library/timeout.rb")),
    library("tmpdir", &[], include_str!("library/tmpdir.rb")),
    library("tsort", &["TSort"], include_str!("library/tsort.rb")),
    library("uri", &["URI"], include_str!("library/uri.rb")),
    library("zlib", ZLIB, include_str!("library/zlib.rb")),
    library("rubygems", &["Gem"], include_str!("library/gem.rb")),
];

const DATE: &str = concat!(
    include_str!("library/date.rb"),
    include_str!("library/date_time.rb"),
    include_str!("library/date_parse.rb"),
    include_str!("library/date_strptime.rb"),
);

const REXML: &str = concat!(
    include_str!("library/rexml.rb"),
    include_str!("library/rexml_formatters.rb"),
    include_str!("library/rexml_xpath.rb"),
);

const DIGESTS: &[&str] = &[
    "Digest::Class",
    "Digest::Instance",
    "Digest::Base",
    "Digest::MD5",
    "Digest::SHA1",
    "Digest::SHA2",
    "Digest::SHA256",
    "Digest::SHA384",
    "Digest::SHA512",
];

const ZLIB: &[&str] = &[
    "Zlib::Error",
    "Zlib::DataError",
    "Zlib::BufError",
    "Zlib::StreamError",
    "Zlib::Deflate",
    "Zlib::Inflate",
    "Zlib::GzipFile",
    "Zlib::GzipReader",
    "Zlib::GzipWriter",
    "Zlib::BEST_COMPRESSION",
    "Zlib::BEST_SPEED",
    "Zlib::DEFAULT_COMPRESSION",
    "Zlib::MAX_WBITS",
];

const THREADS: &[&str] = &["Thread", "Queue", "Thread::Queue", "ClosedQueueError", "ConditionVariable"];

/// Aliases of libraries.
const ALIASES: &[(&str, &str)] = &[
    ("bigdecimal/util", "bigdecimal"),
    ("cgi/util", "cgi"),
    ("cgi/escape", "cgi"),
    ("digest/md5", "digest"),
    ("digest/sha1", "digest"),
    ("digest/sha2", "digest"),
    ("json/ext", "json"),
    ("psych", "yaml"),
    ("random/formatter", "securerandom"),
    ("rexml", "rexml/document"),
    ("rexml/formatters/pretty", "rexml/document"),
    ("rexml/xpath", "rexml/document"),
];

const fn library(name: &'static str, constants: &'static [&'static str], source: &'static str) -> Library {
    Library { name, constants, source }
}

/// Finds a library by the name in `require`.
pub(crate) fn named(name: &str, extension: &Extension) -> Option<&'static Library> {
    let aliases = ALIASES.iter().chain(extension.aliases);
    let name = aliases.into_iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| *name);
    all(extension).find(|library| library.name == name)
}

/// Finds the library that defines a constant, for code that uses it without `require`. Such code works in Puppet
/// because Puppet itself has loaded the library.
pub(crate) fn of_constant(path: &str, extension: &Extension) -> Option<&'static Library> {
    all(extension).find(|library| library.constants.contains(&path))
}

/// Finds the library that defines a function of `Kernel` such as `URI()`, for code that calls it without `require`.
pub(crate) fn of_function(name: &str) -> Option<&'static str> {
    match name {
        "BigDecimal" => Some("bigdecimal"),
        "URI" => Some("uri"),
        "Pathname" => Some("pathname"),
        "Rational" => Some("rational"),
        _ => None,
    }
}

fn all(extension: &Extension) -> impl Iterator<Item = &'static Library> {
    LIBRARIES.iter().chain(extension.libraries)
}
