//! Environments, loaded in generations: a change of files results in a new one, loaded in the background, which
//! replaces the old one atomically. Running compilations finish with the one they started with.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use arc_swap::ArcSwap;
use bunraku::analysis::Language;
use bunraku::loader::{Environment, Layout, PuppetSettings};
use bunraku::world::World;
use bunraku::{CodeVersion, Site};

use crate::config::Worlds;
use crate::files::ListCache;
use crate::log::Log;
use crate::notices::{Notices, TRUSTED_FOR};
use crate::request::is_environment_name;
use crate::routes::Classes;
use crate::time::Timestamp;

/// All environments of the installation.
pub struct Environments {
    /// The settings of the installation.
    pub settings: PuppetSettings,
    machine: Arc<dyn World>,
    worlds: Worlds,
    language: Language,
    log: Log,
    live: ArcSwap<BTreeMap<String, Arc<Generation>>>,
    /// Held while an environment is being loaded.
    loading: Mutex<()>,
    last: AtomicU64,
    ready: AtomicBool,
    errors: Mutex<BTreeMap<String, String>>,
}

/// A generation of an environment.
pub struct Generation {
    /// The name of the environment.
    pub name: String,
    /// A number that is unique in this server.
    pub number: u64,
    /// Its code and data.
    pub site: Site,
    /// The output of its `config_version`.
    pub version: Option<String>,
    /// When it was loaded.
    pub loaded: Timestamp,
    /// File lists that many agents request.
    pub lists: ListCache,
    /// Its classes, listed on first use.
    pub classes: OnceLock<Classes>,
    /// When its deployment was completed, as recorded by r10k.
    deployed: Option<SystemTime>,
    /// The state of its files when a change was noticed, and since when it has been the same.
    changing: Mutex<Option<Changing>>,
    /// Notifications about changes of its files.
    notices: Notices,
    /// When all files were last found to be unchanged.
    unchanged: Mutex<Option<Instant>>,
}

/// A state of files that is not live.
#[derive(Debug, Clone, Copy)]
struct Changing {
    state: u64,
    since: Instant,
    /// Whether loading it was attempted.
    tried: bool,
}

/// The file that r10k writes when a deployment is complete.
const MARKER: &str = ".r10k-deploy.json";

/// How long the files of an environment deployed by r10k must rest to count as changed by something else.
const WITHOUT_MARKER: Duration = Duration::from_secs(30);

/// A Git lock that is older than this was left by a crashed process.
const STALE: Duration = Duration::from_secs(600);

impl Generation {
    /// Since when its files have been unchanged, if they are watched.
    pub fn quiet_since(&self) -> Option<Instant> {
        self.notices.quiet_since(&self.site.environment)
    }

    /// Whether its files have changed. They are only examined if that is possible.
    fn has_changed(&self) -> bool {
        let mut unchanged = self.unchanged.lock().unwrap_or_else(PoisonError::into_inner);
        let quiet = self.quiet_since();
        if unchanged
            .is_some_and(|looked| looked.elapsed() < TRUSTED_FOR && quiet.is_some_and(|quiet| quiet < looked))
        {
            return false;
        }
        let looked = Instant::now();
        if self.site.environment.has_changed() {
            *unchanged = None;
            return true;
        }
        *unchanged = Some(looked);
        drop(unchanged);
        self.notices.watch(&self.site.environment);
        false
    }

    /// Whether its files have changed and are not changing any more: an incomplete deployment never goes live. A state
    /// that could not be loaded is not retried.
    fn is_at_rest(&self) -> bool {
        let environment = &self.site.environment;
        let state = environment.present_state();
        let mut changing = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(known) = changing.as_mut().filter(|known| known.state == state) else {
            *changing = Some(Changing { state, since: Instant::now(), tried: false });
            return false;
        };
        let folder = environment.folder.as_deref();
        let rest = match folder.and_then(deployed) {
            Some(time) if Some(time) == self.deployed => WITHOUT_MARKER,
            _ => Duration::ZERO,
        };
        let ready = !known.tried && known.since.elapsed() >= rest && !folder.is_some_and(is_checked_out);
        known.tried |= ready;
        ready
    }
}

/// When r10k completed the deployment of a folder.
fn deployed(folder: &Path) -> Option<SystemTime> {
    fs::metadata(folder.join(MARKER)).ok()?.modified().ok()
}

/// Whether Git is writing the files of a folder.
fn is_checked_out(folder: &Path) -> bool {
    let lock = fs::metadata(folder.join(".git/index.lock")).ok().and_then(|lock| lock.modified().ok());
    lock.is_some_and(|time| time.elapsed().is_ok_and(|age| age < STALE))
}

impl Environments {
    /// Creates the environments, none of which is loaded yet.
    pub fn new(
        settings: PuppetSettings,
        machine: Arc<dyn World>,
        worlds: Worlds,
        language: Language,
        log: Log,
    ) -> Environments {
        Environments {
            settings,
            machine,
            worlds,
            language,
            log,
            live: ArcSwap::default(),
            loading: Mutex::default(),
            last: AtomicU64::new(0),
            ready: AtomicBool::new(false),
            errors: Mutex::default(),
        }
    }

    /// The names of all existing environments, loaded or not.
    pub fn names(&self) -> Vec<String> {
        let mut names = self.settings.environment_names(&*self.machine);
        names.retain(|name| is_environment_name(name));
        names
    }

    /// Whether all environments have been loaded once.
    pub fn are_loaded(&self) -> bool {
        self.ready.load(Ordering::Acquire)
    }

    /// The loaded environments, with the numbers of their generations.
    pub fn generations(&self) -> Vec<(String, u64)> {
        self.live.load().iter().map(|(name, generation)| (name.clone(), generation.number)).collect()
    }

    /// The live generations.
    pub fn live(&self) -> Vec<Arc<Generation>> {
        self.live.load().values().cloned().collect()
    }

    /// Returns an environment; `None` if it does not exist. The error says why it cannot be loaded.
    pub fn get(&self, name: &str) -> Result<Option<Arc<Generation>>, String> {
        if let Some(generation) = self.live.load().get(name) {
            return Ok(Some(Arc::clone(generation)));
        }
        if !is_environment_name(name) {
            return Ok(None);
        }
        let _one = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have loaded it in the meantime.
        if let Some(generation) = self.live.load().get(name) {
            return Ok(Some(Arc::clone(generation)));
        }
        let Some(folder) = self.settings.environment_folder(&*self.machine, name) else { return Ok(None) };
        let layout = Layout {
            name: name.to_owned(),
            folder: Some(folder),
            modulepath: None,
            base_modulepath: self.settings.base_modulepath(),
            manifest: None,
            settings: self.settings.clone(),
        };
        let environment = Environment::open((self.worlds)(), &layout, self.language);
        let environment = environment.map_err(|error| error.to_string())?;
        let site = Site::new(environment, self.settings.global_hiera(&*self.machine));
        Ok(Some(self.go_live(name, site)))
    }

    /// Loads all environments.
    pub fn load_all(&self) {
        for name in self.names() {
            if let Err(error) = self.get(&name) {
                self.log.error(format_args!("cannot load environment `{name}`: {error}"));
                self.failed(&name, error);
            }
        }
        self.ready.store(true, Ordering::Release);
    }

    /// Reloads an environment, or all of them, if their files have changed.
    pub fn reload(&self, name: Option<&str>) {
        let live = self.live.load_full();
        for generation in live.values().filter(|generation| name.is_none_or(|name| name == generation.name)) {
            self.refresh(generation);
        }
        if name.is_none() {
            self.load_all();
        }
    }

    /// Reloads environments whose files have changed and are not changing any more: an incomplete deployment never goes
    /// live.
    pub fn look_for_changes(&self) {
        let live = self.live.load_full();
        for generation in live.values() {
            if self.has_vanished(&generation.name) {
                self.refresh(generation);
                continue;
            }
            if generation.has_changed() && generation.is_at_rest() {
                self.refresh(generation);
            }
        }
    }

    /// Why environments could not be loaded, by name.
    pub fn errors(&self) -> BTreeMap<String, String> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn failed(&self, name: &str, error: String) {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), error);
    }

    fn has_vanished(&self, name: &str) -> bool {
        self.settings.environment_folder(&*self.machine, name).is_none()
    }

    fn refresh(&self, generation: &Generation) {
        let name = &generation.name;
        let _one = self.loading.lock().unwrap_or_else(PoisonError::into_inner);
        if self.has_vanished(name) {
            self.update(|live| {
                live.remove(name);
            });
            self.log.info(format_args!("environment `{name}` no longer exists"));
            return;
        }
        match generation.site.refreshed() {
            Ok(Some(site)) => {
                self.go_live(name, site);
            }
            Ok(None) => {}
            Err(error) => {
                self.log
                    .error(format_args!("still serving the previous state of environment `{name}`: {error}"));
                self.failed(name, error.to_string());
            }
        }
    }

    /// Makes a state of an environment the live one.
    fn go_live(&self, name: &str, site: Site) -> Arc<Generation> {
        let version = match site.code_version() {
            Ok(CodeVersion::Told(version)) if !version.is_empty() => Some(version),
            Ok(CodeVersion::Refused(warning)) => {
                self.log.warning(format_args!("environment `{name}`: {}", warning.message));
                None
            }
            Ok(_) => None,
            Err(error) => {
                self.log.error(format_args!("environment `{name}`: {}", error.message));
                None
            }
        };
        for note in &site.environment.notes {
            self.log.warning(format_args!("environment `{name}`: {}", note.message));
        }
        let deployed = site.environment.folder.as_deref().and_then(deployed);
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
        let generation = Arc::new(Generation {
            name: name.to_owned(),
            number: self.last.fetch_add(1, Ordering::Relaxed) + 1,
            site,
            version,
            loaded: Timestamp::now(),
            deployed,
            lists: ListCache::default(),
            classes: OnceLock::new(),
            changing: Mutex::default(),
            notices: Notices::default(),
            unchanged: Mutex::default(),
        });
        self.update(|live| {
            live.insert(name.to_owned(), Arc::clone(&generation));
        });
        let modules = generation.site.environment.modules.len();
        self.log.info(format_args!(
            "loaded environment `{name}` with {modules} modules (generation {})",
            generation.number
        ));
        generation
    }

    /// Changes the table. The caller must hold `loading`, so that no change is lost.
    fn update(&self, change: impl FnOnce(&mut BTreeMap<String, Arc<Generation>>)) {
        let mut live = BTreeMap::clone(&self.live.load());
        change(&mut live);
        self.live.store(Arc::new(live));
    }
}
