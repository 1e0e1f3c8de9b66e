//! `bunraku --version --verbose`: shows how the program was built.

use std::ffi::OsString;

/// Set by the build script; empty if unknown.
const COMMIT: &str = env!("BUNRAKU_BUILD_COMMIT");
const DATE: &str = env!("BUNRAKU_BUILD_DATE");
const TARGET: &str = env!("BUNRAKU_BUILD_TARGET");
const PROFILE: &str = env!("BUNRAKU_BUILD_PROFILE");
const RUSTC: &str = env!("BUNRAKU_BUILD_RUSTC");

/// The compiled-in features. The server requires Unix.
const FEATURES: &str = if cfg!(unix) { "ruby, eyaml, store, server" } else { "ruby, eyaml, store" };

/// Whether the arguments contain `--version` and `--verbose`, in any order.
pub fn is_asked_for(args: &[OsString]) -> bool {
    let is_version = |arg: &OsString| arg == "--version" || arg == "-V";
    let is_verbose = |arg: &OsString| arg == "--verbose" || arg == "-v";
    match args.get(1..) {
        Some([one]) => one == "-Vv" || one == "-vV",
        Some([one, two]) => (is_version(one) && is_verbose(two)) || (is_verbose(one) && is_version(two)),
        _ => false,
    }
}

/// The version and the build information, one item per line.
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
