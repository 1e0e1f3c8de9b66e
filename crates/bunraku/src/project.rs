//! What a file can see, including the built-in functions.

use std::sync::Arc;

use bunraku_check::CheckSettings;
use bunraku_edition::PUPPET8;
use bunraku_infer::{Modules, Project, Surroundings};
use bunraku_world::World;

use crate::{language, library};

/// The modules and data that the files of a place can see; `None` if the environment cannot be opened.
///
/// Projects opened with the same `known` read each module once.
///
/// ```
/// use std::path::Path;
/// use std::sync::Arc;
///
/// use bunraku::infer::{self, Modules, Places};
/// use bunraku::world::{MemoryWorld, World};
///
/// let world = MemoryWorld::new()
///     .with("/site/environment.conf", "modulepath = modules")
///     .with("/site/manifests/site.pp", "include web")
///     .with("/site/modules/web/manifests/init.pp", "class web { }");
/// let world: Arc<dyn World> = Arc::new(world);
/// let place = Places::new(Arc::clone(&world)).of(Path::new("/site/modules/web/manifests/init.pp"));
/// let project = infer::open(world, &place, &Modules::default()).ok_or("an environment")?;
/// assert!(project.class("web").found().is_some());
/// assert!(project.class("web::server").is_missing());
/// assert!(project.class("elsewhere::server") == infer::Lookup::Unknown);
/// # Ok::<(), &str>(())
/// ```
pub fn open(world: Arc<dyn World>, place: &Surroundings, known: &Modules) -> Option<Project> {
    Project::open(world, place, language(&PUPPET8, CheckSettings::default()), library(), known).ok()
}
