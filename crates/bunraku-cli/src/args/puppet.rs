//! Commands of Puppet that users type out of habit, and what to use instead.

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

/// Adds what replaces a command of Puppet to the error about an unknown command.
pub fn advise(mut error: clap::Error) -> clap::Error {
    if error.kind() != ErrorKind::InvalidSubcommand {
        return error;
    }
    let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand) else { return error };
    let Some((_, advice)) = COMMANDS.iter().find(|(name, _)| name == given) else {
        return with_similar(error);
    };
    // What clap found similar is not what was meant.
    error.remove(ContextKind::SuggestedSubcommand);
    let tip = ContextValue::StyledStrs(vec![(*advice).into()]);
    error.insert(ContextKind::Suggested, tip);
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
    fn what_clap_suggests_is_kept_for_other_words() {
        let error = Args::try_parse_from(["bunraku", "complie"]).expect_err("it is not a command");
        assert!(advise(error).to_string().contains("'compile'"));
        let error = Args::try_parse_from(["bunraku", "help", "complie"]).expect_err("it is not a command");
        assert!(advise(error).to_string().contains("'compile'"));
    }
}
