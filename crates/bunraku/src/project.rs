//! What a file can see, with the functions that are built in.

use std::sync::Arc;

use bunraku_check::CheckSettings;
use bunraku_edition::PUPPET8;
use bunraku_infer::{Project, Surroundings};
use bunraku_world::World;

use crate::{language, library};

/// The modules and data that the files of a place can see; nothing if the environment cannot be opened.
///
/// ```
/// use std::path::Path;
/// use std::sync::Arc;
///
/// use bunraku::infer::{self, surroundings};
/// use bunraku::world::MemoryWorld;
///
/// let world = MemoryWorld::new()
///     .with("/site/environment.conf", "modulepath = modules")
///     .with("/site/manifests/site.pp", "include web")
///     .with("/site/modules/web/manifests/init.pp", "class web { }");
/// let place = surroundings(&world, Path::new("/site/modules/web/manifests/init.pp"));
/// let project = infer::open(Arc::new(world), &place).ok_or("an environment")?;
/// assert!(project.class("web").found().is_some());
/// assert!(project.class("web::server").is_missing());
/// assert!(project.class("elsewhere::server") == infer::Lookup::Unknown);
/// # Ok::<(), &str>(())
/// ```
pub fn open(world: Arc<dyn World>, place: &Surroundings) -> Option<Project> {
    Project::open(world, place, language(&PUPPET8, CheckSettings::default()), library()).ok()
}
