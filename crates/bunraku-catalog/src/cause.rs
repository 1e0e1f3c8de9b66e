//! Causes: what gave a parameter its value.
//!
//! Causes are stored in an arena next to the catalog, and each parameter has the number of its cause. Most causes are a
//! place in the code, so that they cost no more than the place, which messages need anyway.

use std::{fmt, path::Path, sync::Arc};

use bunraku_diag::Span;
use bunraku_pcore::{Str, Value};

use crate::ResourceId;

/// The number of a cause in its [`Causes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CauseId(u32);

/// What gave a parameter its value.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Cause {
    /// An attribute of a resource expression, or a call to a function that declares resources.
    Attribute(Span),
    /// The default of a parameter, in the definition of the class or defined type.
    Default(Span),
    /// A resource default: `File { mode => '0644' }`.
    ResourceDefault(Span),
    /// An attribute of an override: `File['/x'] { mode => '0644' }`.
    Override {
        /// The place of the attribute.
        place: Span,
        /// What it replaced, if anything.
        replaced: Option<Box<Replaced>>,
    },
    /// An attribute of a collector: `File <| |> { mode => '0644' }`.
    Collector {
        /// The place of the attribute.
        place: Span,
        /// The place of the collector.
        collector: Span,
        /// What it replaced, if anything.
        replaced: Option<Box<Replaced>>,
    },
    /// Arrows between resources, all those that added to the value.
    Arrows {
        /// The ends of the arrows that name the other resource, in order.
        places: Vec<Span>,
        /// What the arrows were added to, if anything.
        replaced: Option<Box<Replaced>>,
    },
    /// A call to a function that adds to a parameter, as `require` does.
    Call {
        /// The place of the call.
        place: Span,
        /// What it was added to, if anything.
        replaced: Option<Box<Replaced>>,
    },
    /// It flowed down from a container of the resource.
    Flow {
        /// The container.
        from: ResourceId,
        /// Why the container has the value.
        cause: CauseId,
    },
    /// A node classifier assigned it: the place in its answer.
    Assigned(Span),
    /// It was found in the data of the environment.
    Data {
        /// The key that was looked up.
        key: Str,
        /// Every place that contributed to the value, highest priority first. Empty for a value computed by a data
        /// function.
        hits: Box<[DataHit]>,
    },
    /// Code in another language changed it in place.
    Foreign {
        /// The place of the call to that code.
        place: Span,
        /// The value before the change.
        replaced: Option<Box<Replaced>>,
    },
    /// The stage of a class, inherited from the class that declares it.
    Stage(ResourceId),
    /// Another node exports the resource with it.
    Exported {
        /// The place of the collector that found it.
        collector: Span,
        /// The name of the exporting node.
        certname: Str,
    },
}

/// The previous value of a parameter.
#[derive(Debug, Clone)]
pub struct Replaced {
    /// The value before it was replaced.
    pub value: Value,
    /// The cause of that value.
    pub cause: CauseId,
}

/// A place in the data that contributed to a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataHit {
    /// The layer: `global`, `environment` or the name of a module.
    pub layer: Str,
    /// The name of the level in the hierarchy.
    pub level: Str,
    /// The data file; `None` if a data function does not need one.
    pub file: Option<Arc<Path>>,
    /// The line of the key, starting from one, if the format provides it.
    pub line: Option<u32>,
}

impl fmt::Display for DataHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.file {
            Some(file) => write!(f, "{}", file.display())?,
            None => write!(f, "the level `{}`", self.level)?,
        }
        self.line.map_or(Ok(()), |line| write!(f, ":{line}"))
    }
}

impl Cause {
    /// The place in the code, if there is one.
    pub fn place(&self) -> Option<Span> {
        match self {
            Cause::Attribute(place)
            | Cause::Default(place)
            | Cause::ResourceDefault(place)
            | Cause::Assigned(place)
            | Cause::Override { place, .. }
            | Cause::Collector { place, .. }
            | Cause::Call { place, .. }
            | Cause::Foreign { place, .. } => Some(*place),
            Cause::Arrows { places, .. } => places.last().copied(),
            Cause::Exported { collector, .. } => Some(*collector),
            Cause::Flow { .. } | Cause::Data { .. } | Cause::Stage(_) => None,
        }
    }

    /// What it replaced.
    pub fn replaced(&self) -> Option<&Replaced> {
        match self {
            Cause::Override { replaced, .. }
            | Cause::Collector { replaced, .. }
            | Cause::Arrows { replaced, .. }
            | Cause::Call { replaced, .. }
            | Cause::Foreign { replaced, .. } => replaced.as_deref(),
            _ => None,
        }
    }
}

/// The causes of one catalog.
#[derive(Debug, Default)]
pub struct Causes(Vec<Cause>);

impl Causes {
    /// Stores a cause.
    pub fn add(&mut self, cause: Cause) -> CauseId {
        self.0.push(cause);
        CauseId(self.0.len() as u32 - 1)
    }

    /// Returns the cause with a number.
    pub fn get(&self, id: CauseId) -> Option<&Cause> {
        self.0.get(id.0 as usize)
    }

    /// The attribute in the code that set a value, for messages about it. `None` for values that were added to later,
    /// and for values that no attribute set.
    pub fn attribute(&self, id: CauseId) -> Option<Span> {
        let mut at = Some(id);
        while let Some(cause) = at.and_then(|id| self.get(id)) {
            at = match cause {
                Cause::Attribute(place)
                | Cause::ResourceDefault(place)
                | Cause::Override { place, .. }
                | Cause::Collector { place, .. } => return Some(*place),
                Cause::Flow { cause, .. } => Some(*cause),
                Cause::Arrows { .. } | Cause::Call { .. } | Cause::Foreign { .. } => {
                    cause.replaced().map(|replaced| replaced.cause)
                }
                Cause::Default(_)
                | Cause::Assigned(_)
                | Cause::Data { .. }
                | Cause::Stage(_)
                | Cause::Exported { .. } => None,
            };
        }
        None
    }

    pub(crate) fn get_mut(&mut self, id: CauseId) -> Option<&mut Cause> {
        self.0.get_mut(id.0 as usize)
    }
}
