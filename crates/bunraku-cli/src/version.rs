//! `bunraku --version --verbose`: how this program was built.

use std::ffi::OsString;

/// What the build script found out; empty where it could not.
const COMMIT: &str = env!("BUNRAKU_BUILD_COMMIT");
const DATE: &str = env!("BUNRAKU_BUILD_DATE");
const TARGET: &str = env!("BUNRAKU_BUILD_TARGET");
const PROFILE: &str = env!("BUNRAKU_BUILD_PROFILE");
const RUSTC: &str = env!("BUNRAKU_BUILD_RUSTC");

/// What is compiled in; a server needs Unix.
const FEATURES: &str = if cfg!(unix) { "ruby, eyaml, store, server" } else { "ruby, eyaml, store" };

/// Whether the command line asks for the version and for all that there is to tell about it, in any order.
pub fn is_asked_for(args: &[OsString]) -> bool {
    let is_version = |arg: &OsString| arg == "--version" || arg == "-V";
    let is_verbose = |arg: &OsString| arg == "--verbose" || arg == "-v";
    match args.get(1..) {
        Some([one]) => one == "-Vv" || one == "-vV",
        Some([one, two]) => (is_version(one) && is_verbose(two)) || (is_verbose(one) && is_version(two)),
        _ => false,
    }
}

/// The version and the build, a line each.
pub fn text() -> String {
    let known =
        |value: &'static str, otherwise: &'static str| if value.is_empty() { otherwise } else { value };
    format!(
        "bunraku {}\ncommit: {}\ndate: {}\ntarget: {}\nprofile: {}\nrustc: {}\nfeatures: {FEATURES}\n",
        env!("CARGO_PKG_VERSION"),
        known(COMMIT, "unknown commit"),
        known(DATE, "unknown date"),
        known(TARGET, "unknown target"),
        known(PROFILE, "unknown profile"),
        known(RUSTC, "unknown version"),
    )
}
