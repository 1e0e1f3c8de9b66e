//! Exported resources of a synthetic fleet over several rounds: Puppet with a real PuppetDB, Puppet with bunraku's
//! server as its PuppetDB, and bunraku with its own store and with the real PuppetDB must compile the same catalogs.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};

use crate::{arguments::Arguments, catalogs, puppet, puppetdb::PuppetDb, ruby_process::Ruby, server::Server};

/// The script run by Ruby.
const SCRIPT: &str = include_str!("../ruby/fleet.rb");

/// The code of all nodes: each exports according to its role, and collects with all kinds of queries.
const SITE: &str = include_str!("fleet/site.pp");

/// Compares all combinations and prints the differences.
pub fn run(arguments: &mut Arguments) -> Result<bool, String> {
    let program = arguments.option("--bunraku").unwrap_or_else(|| "target/release/bunraku".to_owned());
    let count = arguments.number("--nodes")?.unwrap_or(50);
    let rounds = arguments.number("--rounds")?.unwrap_or(3);
    arguments.done()?;
    let folder = std::env::temp_dir().join(format!("bunraku-fleet-{}", std::process::id()));
    let puppetdb = PuppetDb::start()?;
    let fleet = Fleet { folder: folder.clone(), program };
    let result = fleet.compare(&puppetdb, count, rounds);
    fs::remove_dir_all(&folder).map_err(|error| at(&folder, &error))?;
    result
}

struct Fleet {
    folder: PathBuf,
    program: String,
}

impl Fleet {
    fn compare(&self, puppetdb: &PuppetDb, count: u64, rounds: u64) -> Result<bool, String> {
        write(&self.path("env/manifests/site.pp"), SITE)?;
        let files = ["compiler1.pem", "compiler1.key", "ca.pem"].map(|name| puppetdb.ssl.join(name));
        self.puppet_conf("real", &puppetdb.secure, &files)?;
        let confdir = self.path("server");
        fs::create_dir_all(&confdir).map_err(|error| at(&confdir, &error))?;
        let server = Server::start(&self.program, "localhost", &confdir, &[])?;
        let own = self.path("server/ssl");
        let files = [
            own.join("certs/localhost.pem"),
            own.join("private_keys/localhost.pem"),
            own.join("certs/ca.pem"),
        ];
        self.puppet_conf("ours", &format!("https://localhost:{}", server.port), &files)?;
        let (mut same, mut all) = (0, 0);
        for round in 1..=rounds {
            self.facts(round, count)?;
            // All compile before any of them sends.
            let mut real = self.puppet("real", round)?;
            real.compiled()?;
            let mut ours = self.puppet("ours", round)?;
            ours.compiled()?;
            self.bunraku(&self.path("fleet.db").to_string_lossy(), "embedded", round)?;
            // bunraku sends its catalogs to the PuppetDB, where Puppet then replaces them with equal ones.
            self.bunraku(&puppetdb.plain, "client", round)?;
            real.send()?;
            ours.send()?;
            for way in ["ours", "embedded", "client"] {
                let (equal, of) = self.differences(way, round)?;
                println!(
                    "round {round}: {equal} of {of} catalogs of {way} are those of Puppet with PuppetDB"
                );
                same += equal;
                all += of;
            }
        }
        Ok(same == all && all > 0)
    }

    /// The facts of a round: roles rotate, so that some nodes stop exporting and others start.
    fn facts(&self, round: u64, count: u64) -> Result<(), String> {
        for number in 0..count {
            let name = format!("node{number:02}.example.com");
            let role = ["web", "db", "mon", "lb", "web"][((number + round / 3) % 5) as usize];
            let facts = json!({"fqdn": name, "role": role, "number": number, "dc": number % 3, "round": round / 2,
                "ip": format!("10.0.{}.{}", number / 250, number % 250)});
            write(&self.path(&format!("facts/{name}.json")), &facts.to_string())?;
        }
        Ok(())
    }

    fn bunraku(&self, store: &str, way: &str, round: u64) -> Result<(), String> {
        let output = Command::new(&self.program)
            .args(["compile", "--environment-name", "production", "--strict", "warning", "--environment"])
            .arg(self.path("env"))
            .args(["--store", store, "--nodes-from"])
            .arg(self.path("facts"))
            .arg("--output")
            .arg(self.path(&format!("{way}/{round}")))
            .output()
            .map_err(|error| format!("{} does not start: {error}", self.program))?;
        match output.status.success() {
            true => Ok(()),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    fn puppet(&self, way: &str, round: u64) -> Result<Puppet, String> {
        let args = [
            self.path(&format!("conf-{way}")),
            self.path("env"),
            self.path("facts"),
            self.path(&format!("{way}/{round}")),
            PathBuf::from(round.to_string()),
        ];
        Ok(Puppet(Ruby::start(SCRIPT, None, args)?))
    }

    fn puppet_conf(&self, way: &str, address: &str, [cert, key, ca]: &[PathBuf; 3]) -> Result<(), String> {
        let settings = format!(
            "[main]\ncertname = compiler1\nhostcert = {}\nhostprivkey = {}\nlocalcacert = {}\n\
             certificate_revocation = false\nhttp_keepalive_timeout = 0\n",
            cert.display(),
            key.display(),
            ca.display()
        );
        write(&self.path(&format!("conf-{way}/puppet.conf")), &settings)?;
        let puppetdb = format!("[main]\nserver_urls = {address}\n");
        write(&self.path(&format!("conf-{way}/puppetdb.conf")), &puppetdb)
    }

    /// How many catalogs equal those of Puppet with PuppetDB, and how many there are. The order of PuppetDB's rows is
    /// undefined.
    fn differences(&self, way: &str, round: u64) -> Result<(usize, usize), String> {
        let (mut same, mut all) = (0, 0);
        let folder = self.path(&format!("real/{round}"));
        let entries = fs::read_dir(&folder).map_err(|error| at(&folder, &error))?;
        for entry in entries.flatten() {
            let name = entry.file_name();
            let expected = read(&entry.path())?;
            let found = read(&self.path(&format!("{way}/{round}")).join(&name))?;
            let mut differences = catalogs::differences(&expected, &found, &self.path("env"));
            differences.retain(|difference| !difference.ends_with("are in another order"));
            all += 1;
            same += usize::from(differences.is_empty());
            for difference in differences.iter().take(3) {
                println!("{}: {difference}", name.to_string_lossy());
            }
        }
        Ok((same, all))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }
}

/// A running Puppet.
struct Puppet(Ruby);

impl Puppet {
    fn compiled(&mut self) -> Result<(), String> {
        self.expect("compiled")
    }

    /// Makes it send facts and catalogs, and waits until they are processed.
    fn send(mut self) -> Result<(), String> {
        self.0.take_input()?.write_all(b"\n").map_err(|error| error.to_string())?;
        self.expect("kept")?;
        self.0.wait()
    }

    fn expect(&mut self, word: &str) -> Result<(), String> {
        while let Some(line) = self.0.line()? {
            if line.trim() == word {
                return Ok(());
            }
        }
        Err(format!("Puppet ended before it said `{word}`"))
    }
}

fn read(path: &Path) -> Result<Value, String> {
    let text = fs::read_to_string(path).map_err(|error| at(path, &error))?;
    puppet::value(&text).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().ok_or("a path without a folder")?;
    fs::create_dir_all(folder).and_then(|()| fs::write(path, text)).map_err(|error| at(path, &error))
}

fn at(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
