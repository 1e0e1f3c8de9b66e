//! From options to a program: the node, its facts, and the rules.

use bunraku::Program;
use bunraku_diag::{Diagnostic, codes};
use bunraku_eval::Settings;
use bunraku_pcore::values::Timestamp;

use crate::args::Conditions;
use crate::facts::{self, Facts};
use crate::json;
use crate::log::Detail;
use crate::report::Refusal;
use crate::stack::STACK_FOR_CALLS;

impl Conditions {
    /// The program without its text.
    pub fn program(&self) -> Result<Program, Refusal> {
        let mut program = Program::new(self.edition);
        program.settings = Settings { strict: self.strict.into(), strict_variables: self.strict_variables };
        program.limits.stack = STACK_FOR_CALLS;
        program.clock = Some(now);
        if let Some(name) = &self.environment_name {
            program.environment.clone_from(name);
        }
        let facts = self.node_facts()?;
        program.facts = facts.values;
        if let Some(path) = &self.trusted {
            program.trusted = Some(json::trusted(path)?);
        }
        if let Some(node) = self.node.clone().or(facts.node) {
            // Certificates, and with them the names of nodes, are in lower case.
            program.node = node.to_lowercase();
        }
        Ok(program)
    }

    /// The facts, as far as they are given.
    pub fn node_facts(&self) -> Result<Facts, Refusal> {
        self.facts.as_deref().map_or_else(|| Ok(Facts::default()), facts::read)
    }

    /// How much of what the program logs is shown.
    pub fn detail(&self) -> Detail {
        match (self.debug, self.verbose) {
            (true, _) => Detail::Debug,
            (false, true) => Detail::Info,
            (false, false) => Detail::Usual,
        }
    }

    /// Refuses options that read standard input where something else does; so do two of them.
    pub fn refuse_second_stdin(&self, taken: bool) -> Result<(), Refusal> {
        let files = [("--facts", &self.facts), ("--trusted", &self.trusted)];
        let mut taken = taken;
        for (option, path) in files {
            if path.as_ref().is_some_and(|path| path.as_os_str() == "-")
                && std::mem::replace(&mut taken, true)
            {
                let message =
                    format!("`{option} -` is standard input, which is read for something else already");
                let reason = Diagnostic::error(codes::WRONG_USE, message);
                return Err(reason.help("write one of them to a file first").into());
            }
        }
        Ok(())
    }
}

/// The present time; one that no timestamp can hold counts as the beginning of 1970.
fn now() -> Timestamp {
    let elapsed = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let nanoseconds = i128::try_from(elapsed.as_nanos()).unwrap_or(0);
    Timestamp::from_nanoseconds(nanoseconds).unwrap_or_else(|| Timestamp::from_seconds(0))
}
