//! A folder on the disk with an environment and with secrets that it must not see.

use std::{
    fs,
    os::unix::{fs::symlink, net::UnixListener},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, Instant},
};

use bunraku::{Program, Site, eval::LogEntry};
use bunraku_diag::render::{self, Style};
use bunraku_edition::PUPPET8;
use bunraku_fs::SystemWorld;
use bunraku_loader::{Environment, Layout};
use bunraku_pcore::Value;
use bunraku_world::Policy;

/// What nothing may reveal.
pub const SECRET: &str = "SECRET-TOKEN-5e8f";

/// A folder with an environment, and next to it what the environment must not see.
pub struct Disk {
    pub root: PathBuf,
    _socket: UnixListener,
}

impl Disk {
    pub fn new(name: &str) -> Disk {
        let root =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&root);
        let root_of = |path: &str| root.join(path);
        let write = |path: &str, text: &str| {
            let path = root_of(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        let link = |target: &str, path: &str| symlink(root_of(target), root_of(path)).unwrap();
        for file in ["secret", "secret.txt", "secret.epp", "secret.erb", "deep/er/secret"] {
            write(&format!("outside/{file}"), SECRET);
        }
        write("outside/secret.yaml", &format!("stolen: {SECRET}\n"));
        write("outside/secret.json", &format!("{{\"stolen\": \"{SECRET}\"}}"));
        write("outside/secret.conf", &format!("stolen = {SECRET}\n"));
        write("outside/secret.rb", &format!("raise '{SECRET}'\n"));
        write("outside/secret.pp", &format!("class evil::secret {{ notice('{SECRET}') }}\n"));
        write("env/manifests/site.pp", "");
        write("env/modules/m/manifests/init.pp", "class m { }\n");
        write("env/modules/m/files/own", "own");
        write("env/modules/m/templates/own.epp", "own");
        write("env/data/common.yaml", "own: own\n");
        link("outside/secret.txt", "env/modules/m/files/link");
        link("outside", "env/modules/m/files/folder");
        link("env/modules/m/files/folder", "env/modules/m/files/twice");
        link("outside/secret.epp", "env/modules/m/templates/link.epp");
        link("outside/secret.erb", "env/modules/m/templates/link.erb");
        link("outside", "env/modules/m/templates/folder");
        link("outside/secret.pp", "env/modules/m/manifests/linked.pp");
        link("outside", "env/modules/evil");
        link("outside/secret.yaml", "env/data/link.yaml");
        fs::create_dir_all(root_of("env/modules/m/lib/puppet/functions/m")).unwrap();
        link("outside/secret.rb", "env/modules/m/lib/puppet/functions/m/linked.rb");
        link("outside/secret.rb", "env/modules/m/lib/linked.rb");
        let pipe = root_of("env/modules/m/files/pipe");
        assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
        let _socket = UnixListener::bind(root_of("env/modules/m/files/socket")).unwrap();
        Disk { root, _socket }
    }

    pub fn path(&self, path: &str) -> String {
        self.root.join(path).display().to_string()
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    /// The environment with a policy.
    pub fn site(&self, policy: Policy) -> Site {
        let layout = Layout { name: "env".into(), folder: Some(self.root.join("env")), ..Layout::default() };
        let language = bunraku::language(&PUPPET8, Default::default());
        let environment = Environment::open(Arc::new(SystemWorld::with_policy(policy)), &layout, language);
        Site::new(environment.expect("an environment"), None)
    }

    /// Everything that a program in the environment results in, as text, and the code of its error.
    pub fn run(&self, program: &str, facts: &[(&str, Value)], policy: Policy) -> (String, Option<String>) {
        self.write("env/manifests/site.pp", program);
        let started = Instant::now();
        let site = self.site(policy.clone());
        let mut compiler = Program::new(&PUPPET8);
        compiler.world = Arc::new(SystemWorld::with_policy(policy));
        compiler.facts = facts.iter().map(|(name, value)| (Value::str(*name), value.clone())).collect();
        let outcome = compiler.compile(&site);
        let mut all = String::new();
        let mut code = outcome.error().map(|error| error.code.name().to_owned());
        let logged = outcome.log.iter().filter_map(|entry| match entry {
            LogEntry::Diagnostic(diagnostic) => Some(diagnostic),
            LogEntry::Line { message, .. } => {
                all.push_str(message);
                None
            }
        });
        let diagnostics: Vec<_> = logged.chain(&outcome.diagnostics).collect();
        for diagnostic in diagnostics {
            all.push_str(&render::text(diagnostic, &outcome.sources, Style::Plain));
            if code.is_none() && diagnostic.code.name() == "not-allowed" {
                code = Some("not-allowed".to_owned());
            }
        }
        all.push_str(&outcome.catalog.map(|catalog| catalog.to_json()).unwrap_or_default());
        assert!(started.elapsed() < Duration::from_secs(20), "it took too long: {program}");
        (all, code)
    }

    /// Whether this is a temporary folder for Ruby code: what it has not written there itself appears to be missing.
    pub fn is_temporary(&self) -> bool {
        ["/tmp", "/var/tmp"].iter().any(|folder| self.root.starts_with(folder))
    }

    /// Asserts that a program is refused, and that the message names the option.
    #[track_caller]
    pub fn refuses(&self, program: &str, facts: &[(&str, Value)]) {
        let (all, code) = self.run(program, facts, Policy::default());
        assert!(!all.contains(SECRET), "{program}\ngives the secret:\n{all}");
        if self.is_temporary() && program.contains("inline_template") {
            return;
        }
        assert_eq!(code.as_deref(), Some("not-allowed"), "{program}\ngives:\n{all}");
        assert!(all.contains("--allow-read=") || all.contains("--allow-env="), "{program}\ngives:\n{all}");
    }

    /// Asserts that a program does not reveal the secret, whatever else it does.
    #[track_caller]
    pub fn keeps(&self, program: &str, facts: &[(&str, Value)]) -> String {
        let (all, _) = self.run(program, facts, Policy::default());
        assert!(!all.contains(SECRET), "{program}\ngives the secret:\n{all}");
        all
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.root);
    }
}
