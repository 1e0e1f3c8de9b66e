//! Commands and options of Puppet that users type out of habit, and what to use instead.

use bunraku::diag::nearest;
use clap::CommandFactory;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::Args;

/// A command of Puppet or its tools, and what to do here.
const COMMANDS: &[(&str, &str)] = &[
    ("agent", "bunraku does not apply catalogs: run the agent of Puppet or OpenVox with `bunraku server`"),
    ("apply", "bunraku does not apply catalogs: `bunraku compile FILE` compiles one"),
    ("catalog", "use `bunraku compile`"),
    ("describe", "use `bunraku doc` for the reference of a module"),
    ("facts", "use `puppet facts show` or `facter`, and pass the result with `--facts FILE`"),
    ("module", "bunraku does not install modules: use `puppet module install` or r10k"),
    ("parser", "use `bunraku validate FILE`"),
    ("resource", "bunraku does not manage resources: use `puppet resource`"),
    ("strings", "use `bunraku doc`"),
];

/// An option of `puppet apply` and its kind, and what to do here.
const OPTIONS: &[(&str, &str)] = &[
    ("-e", "use `bunraku eval -e CODE`"),
    ("--certname", "use `--node NAME`"),
    ("--noop", "leave it out: bunraku changes nothing on this machine"),
    ("--test", "leave it out: bunraku does not apply catalogs"),
    ("-t", "leave it out: bunraku does not apply catalogs"),
];

/// Adds what replaces a command or an option of Puppet to the error about an unknown one.
pub fn advise(error: clap::Error) -> clap::Error {
    let (given, known) = match error.kind() {
        ErrorKind::InvalidSubcommand => (ContextKind::InvalidSubcommand, COMMANDS),
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, OPTIONS),
        _ => return error,
    };
    let Some(ContextValue::String(given)) = error.get(given) else { return error };
    if let Some((_, advice)) = known.iter().find(|(name, _)| name == given) {
        return with_tip(error, (*advice).to_owned());
    }
    if error.kind() == ErrorKind::InvalidSubcommand && given.ends_with(".epp") {
        let tip = format!("use `bunraku epp render {given}`");
        return with_tip(error, tip);
    }
    with_similar(error)
}

/// Replaces what clap suggests, which is not what was meant.
fn with_tip(mut error: clap::Error, tip: String) -> clap::Error {
    error.remove(ContextKind::SuggestedSubcommand);
    error.remove(ContextKind::SuggestedArg);
    error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    error
}

/// Adds a similar command where clap suggests none: after `bunraku help`.
fn with_similar(mut error: clap::Error) -> clap::Error {
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    if error.get(ContextKind::SuggestedSubcommand).is_some() {
        return error;
    }
    let command = Args::command();
    let similar = nearest(given, command.get_subcommands().map(clap::Command::get_name)).map(str::to_owned);
    if let Some(similar) = similar {
        error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(vec![similar]));
    }
    error
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn commands_of_puppet_are_answered_with_what_replaces_them() {
        for (name, advice) in COMMANDS {
            let error = Args::try_parse_from(["bunraku", name, "site.pp"]).expect_err("it is not a command");
            let shown = advise(error).to_string();
            assert!(shown.contains(&format!("tip: {advice}")), "{shown}");
        }
    }

    #[test]
    fn options_of_puppet_are_answered_with_what_replaces_them() {
        for (name, advice) in OPTIONS {
            let error =
                Args::try_parse_from(["bunraku", "compile", name, "1"]).expect_err("it is not an option");
            let shown = advise(error).to_string();
            assert!(shown.contains(&format!("tip: {advice}")), "{shown}");
        }
        let error = Args::try_parse_from(["bunraku", "epp", "a.epp"]).expect_err("it is not a command");
        assert!(advise(error).to_string().contains("`bunraku epp render a.epp`"));
    }

    #[test]
    fn what_clap_suggests_is_kept_for_other_words() {
        let error = Args::try_parse_from(["bunraku", "complie"]).expect_err("it is not a command");
        assert!(advise(error).to_string().contains("'compile'"));
        let error = Args::try_parse_from(["bunraku", "help", "complie"]).expect_err("it is not a command");
        assert!(advise(error).to_string().contains("'compile'"));
    }
}
